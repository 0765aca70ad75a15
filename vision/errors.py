"""Why there is no picture, as one line that says what to do."""

from ..scoring.errors import RekjeError
from ..scoring.messages import Lang, Text

__all__ = ["ImageError", "printable"]

_KINDS = "JPEG, PNG, WebP, HEIC, TIFF, BMP, GIF"

_TEXTS = {
    "missing": Text(
        "no such file; check the name and the folder",
        "dit bestand bestaat niet; controleer de naam en de map",
    ),
    "folder": Text(
        "is a folder, expected a photo; name a file in it",
        "is een map, verwacht werd een foto; noem een bestand erin",
    ),
    "no_file": Text(
        "is a pipe or a device, expected a file; save the photo first",
        "is een pijp of een apparaat, verwacht werd een bestand; bewaar de foto eerst",
    ),
    "no_permission": Text(
        "may not be read by this user; change its permissions",
        "mag niet door deze gebruiker worden gelezen; wijzig de rechten",
    ),
    "unopened": Text(
        "cannot be opened ({reason}); check the name and the disk",
        "kan niet worden geopend ({reason}); controleer de naam en de schijf",
    ),
    "empty": Text(
        "is empty; copy the photo again",
        "is leeg; kopieer de foto opnieuw",
    ),
    "large_file": Text(
        "is a file of more than {most} MB, too large for a photo; save it smaller",
        "is een bestand van meer dan {most} MB, te groot voor een foto; bewaar hem kleiner",
    ),
    "foreign": Text(
        f"is {{what}}, expected a photo ({_KINDS}); save it as JPEG",
        f"is {{what}}, verwacht werd een foto ({_KINDS}); bewaar hem als JPEG",
    ),
    "no_heic": Text(
        'HEIC photos need one more package: pip install "rekje[heic]"; or save the photo as JPEG',
        'voor HEIC is nog een pakket nodig: pip install "rekje[heic]"; of bewaar de foto als JPEG',
    ),
    "many_pixels": Text(
        "has {seen} pixels, at most {most} megapixels are read; save it smaller",
        "heeft {seen} pixels, hoogstens {most} megapixels worden gelezen; bewaar hem kleiner",
    ),
    "no_memory": Text(
        "does not fit in memory; close other programs or save it smaller",
        "past niet in het geheugen; sluit andere programma's of bewaar de foto kleiner",
    ),
    "cut_off": Text(
        "the {kind} data stops too soon, the file is not complete; copy or send the photo again",
        "de {kind}-gegevens houden te vroeg op, het bestand is niet heel; kopieer of stuur de foto "
        "opnieuw",
    ),
    "damaged": Text(
        "the {kind} data is damaged; copy or send the photo again, or take another",
        "de {kind}-gegevens zijn beschadigd; kopieer of stuur de foto opnieuw, of maak een andere",
    ),
    "pixels": Text(
        "pixels are {seen}, expected (height, width, 3) uint8 RGB, sides at least 1",
        "pixels zijn {seen}, verwacht werd (hoogte, breedte, 3) uint8 RGB, zijden minstens 1",
    ),
}
_WORDS = {
    "more": Text("too many", "te veel"),
    "pdf": Text("a PDF document", "een PDF-document"),
    "archive": Text("a zip archive", "een zip-archief"),
    "video": Text("a video or sound file", "een video- of geluidsbestand"),
    "other_picture": Text("a picture of another kind", "een afbeelding van een andere soort"),
    "text": Text("text", "tekst"),
    "unknown": Text("of no kind that is known", "van een onbekende soort"),
}


class ImageError(RekjeError):
    """A picture that cannot be read; `text` says in one line which, why and what to do."""

    def __init__(self, code: str, path: str = "", **values: object) -> None:
        super().__init__(code, path, values)
        self.code = code
        self.path = path
        """As it was given; empty for data that came without a name."""
        self._values = values

    def text(self, lang: Lang = "en") -> str:
        """Return the message in `lang`; a value may be the key of a word in both.

        >>> ImageError("foreign", "hand.jpg", what="pdf").text().split(",")[0]
        'hand.jpg: is a PDF document'
        """
        values = {
            name: _WORDS[value].text(lang) if isinstance(value, str) and value in _WORDS else value
            for name, value in self._values.items()
        }
        sentence = _TEXTS[self.code].text(lang).format(**values)
        return f"{printable(self.path)}: {sentence}" if self.path else sentence

    def __str__(self) -> str:
        return self.text()


def printable(path: str) -> str:
    r"""Return a path as one line that any terminal takes.

    >>> printable("two\nlines.jpg")
    'two\\nlines.jpg'

    """
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")
        for sign in path
    )
