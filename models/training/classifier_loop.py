"""The classifier's training under way: steps, checkpoints, and what it costs to be wrong."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from .classifier_data import Batch
from .classifier_net import ClassifierNet
from .common import (
    Average,
    Clock,
    TrainingRun,
    TrainOptions,
    choose_device,
    normalised,
    weight_groups,
)

__all__ = ["DECAY_FROM", "LAST", "ClassifierRun", "classifier_loss"]

_RATE, _LAST_RATE = 2e-3, 1e-5
_DECAY_WEIGHTS = 0.02
_WARM_UP_STEPS = 200
DECAY_FROM = 0.65
"""The learning rate falls in the last part of the time; a longer run branches from before that."""
_AVERAGE = 0.999
_LONGEST_GRADIENT = 5.0
_SMOOTHING = 0.05
_TURN_COST = 0.2
LAST = "classifier-last.pt"


@dataclass(slots=True)
class ClassifierRun(TrainingRun):
    """A training of the classifier under way."""

    net: ClassifierNet

    @classmethod
    def start(cls, options: TrainOptions) -> "ClassifierRun":
        """Begin, or go on from the last checkpoint."""
        torch.manual_seed(options.seed)
        device = choose_device(options.device, options.threads)
        net = ClassifierNet().to(device.torch)
        net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        optimiser = torch.optim.AdamW(weight_groups(net, _DECAY_WEIGHTS), lr=_RATE)
        run = cls(net, Average(net, _AVERAGE), optimiser, device, Clock(options.minutes))
        if options.resume:
            run.restore(options.work / LAST)
        return run

    def learn(self, batch: Batch) -> tuple[float, float]:
        """Take one step; return the loss and the share of the names read right."""
        rate = _rate(self.step, self.clock.progress)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        device = self.device.torch
        images = normalised(torch.from_numpy(batch.images).to(device))
        allowed = torch.from_numpy(batch.allowed).to(device)
        self.net.train()
        with self.device.autocast():
            names, turns = self.net(images)
        turned = torch.from_numpy(batch.turns).to(device)
        loss = classifier_loss(names.float(), turns.float(), allowed, turned)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.net.parameters(), _LONGEST_GRADIENT)
        self.optimiser.step()
        self.average.update(self.net)
        self.step += 1
        right = allowed.gather(1, names.argmax(dim=1, keepdim=True)).float().mean()
        return float(loss.detach()), float(right)


def classifier_loss(names: Tensor, turns: Tensor, allowed: Tensor, turned: Tensor) -> Tensor:
    """Return the mean cost of logits (N, 45) and (N, 4).

    A row of `allowed` marks every name that is right; `turned` is -1 where no turn is known.
    """
    total = torch.logsumexp(names, dim=1)
    right = torch.logsumexp(names.masked_fill(~allowed, -torch.inf), dim=1)
    hard = total - right
    soft = total - names.mean(dim=1)
    cost = ((1 - _SMOOTHING) * hard + _SMOOTHING * soft).mean()
    if bool((turned >= 0).any()):
        cost = cost + _TURN_COST * functional.cross_entropy(turns, turned, ignore_index=-1)
    return cost


def _rate(step: int, progress: float) -> float:
    """Return the learning rate: a short rise, a long plain, a straight fall."""
    rise = min(1.0, (step + 1) / _WARM_UP_STEPS)
    fall = max(0.0, (progress - DECAY_FROM) / (1 - DECAY_FROM))
    return rise * (_RATE + (_LAST_RATE - _RATE) * fall)
