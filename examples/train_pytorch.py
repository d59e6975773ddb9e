#!/usr/bin/env python3
r"""Trains a network for guohe with PyTorch, on a GPU if there is one, and writes the file that the engine loads.

guohe-tools datagen export games --packed --only-quiet --out games.bin
train_pytorch.py games.bin --out my.nnue --epochs 4
printf 'setoption evalfile my.nnue\nposition startpos\neval\ngo depth 12\n' | guohe

docs/data-formats.md describes both files; inputs are numbered as read_net.py does it."""

import argparse
import hashlib
import struct
import time

import numpy as np
import torch
from read_net import INPUTS, KINDS, TABLE, WEIGHTS, tie_break

RECORD = np.dtype(
    [("board", "u1", 45), ("side", "u1"), ("score", "<i2"), ("move", "<u2"), ("ply", "<u2"), ("result", "u1")]
    + [("flags", "u1")]
)
# By piece (Red's kinds, then Black's) and square: its weight in the balance of the flanks, and its input for viewer and
# mirror.
SQUARES = np.arange(90)
BALANCE = np.zeros((15, 90), np.int64)
INPUT = np.zeros((2, 2, 15, 90), np.int64)
for piece in range(14):
    red, kind = piece < 7, KINDS[piece % 7]
    for square in range(90):
        file, rank = square % 9, square // 9
        size = WEIGHTS[kind] + tie_break(kind, rank if red else 9 - rank, abs(file - 4))
        BALANCE[piece + 1, square] = size * ((file > 4) - (file < 4))
        for viewer in range(2):
            for mirror in range(2):
                seen = 9 * (9 - rank if viewer else rank) + (8 - file if mirror else file)
                INPUT[viewer, mirror, piece + 1, square] = TABLE[red == (viewer == 0), kind, seen]


def batch(records, device):
    """King buckets and inputs of both views, the side to move first; outputs; scores; results."""
    count = len(records)
    board = np.stack([records["board"] & 15, records["board"] >> 4], 2).reshape(count, 90)
    weights = BALANCE[board, SQUARES]
    balance = np.stack([(weights * (board < 8)).sum(1), (weights * (board > 7)).sum(1)], 1)
    order = np.argsort(board == 0, 1, kind="stable")[:, :32]
    pieces = np.take_along_axis(board, order, 1)
    row, views = np.arange(count), []
    for viewer in (records["side"], 1 - records["side"]):
        king = (board == 1 + 7 * viewer[:, None]).argmax(1)
        own, other = balance[row, viewer], balance[row, 1 - viewer]
        mirror = (king % 9 > 4) | (king % 9 == 4) & (np.where(own != 0, own, other) > 0)
        file = np.where(mirror, 8 - king % 9, king % 9)
        bucket = 2 * np.where(viewer == 1, 9 - king // 9, king // 9) + file - 3
        number = INPUT[viewer[:, None], mirror[:, None].astype(int), pieces, order]
        # An input that is off counts as the last row, which stays zero.
        views.append(np.where(pieces > 0, bucket[:, None] * INPUTS + number, 6 * INPUTS))
    heavy = np.isin(board, [4, 5, 6, 11, 12, 13]).sum(1)
    score, result = (records[name].astype(np.float32) for name in ("score", "result"))
    parts = [views[0], views[1], heavy * 8 // 13, score, result / 2]
    return [torch.from_numpy(part).to(device) for part in parts]


class Net(torch.nn.Module):
    def __init__(self, hidden):
        super().__init__()
        # The weights of an input are the sum of one for its king bucket and one that all buckets share.
        self.own = torch.nn.Parameter(torch.zeros(6, INPUTS, hidden))
        self.shared = torch.nn.Parameter(torch.randn(INPUTS, hidden) * 0.15)
        self.bias = torch.nn.Parameter(torch.full((hidden,), 0.3))
        self.output = torch.nn.Parameter(torch.randn(8, 2 * hidden) * (1 / (2 * hidden)) ** 0.5)
        self.output_bias = torch.nn.Parameter(torch.zeros(8))

    def rows(self):
        return (self.own + self.shared).reshape(6 * INPUTS, -1)

    def forward(self, own, other, bucket):
        rows = self.rows()
        rows = torch.cat([rows, torch.zeros_like(rows[:1])])
        sums = [torch.nn.functional.embedding_bag(view, rows, mode="sum") + self.bias for view in (own, other)]
        active = torch.cat(sums, 1).clamp(0, 1) ** 2
        return (active * self.output[bucket]).sum(1) + self.output_bias[bucket]

    @torch.no_grad()
    def clip(self):
        """Keeps the weights within what the file can hold."""
        over = self.own + self.shared
        self.own += over.clamp(-1.98, 1.98) - over
        self.bias.clamp_(-1.98, 1.98)
        self.output.clamp_(-1.98, 1.98)

    @torch.no_grad()
    def to_bytes(self, scale, made):
        whole = lambda values, one, code: np.rint(values.cpu().numpy() * one).astype(code).tobytes()
        largest = self.output.abs().max().item()
        unit = max(unit for unit in (64, 128, 256, 512) if unit == 64 or largest * unit <= 127)
        body = whole(self.rows(), 255, "<i2") + whole(self.bias, 255, "<i2")
        body += whole(self.output, unit, "<i2") + whole(self.output_bias, 255 * unit, "<i4")
        facts = (len(self.bias), 6, 8, 255, unit, scale, 3, INPUTS, len(body))
        head = struct.pack("<8sIHBBHHHHII", b"guoheNET", 2, *facts)
        manifest = hashlib.sha256(made.encode()).digest()
        return head + hashlib.sha256(head + manifest + body).digest() + manifest + body


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records")
    parser.add_argument("--out", required=True)
    parser.add_argument("--hidden", type=int, default=512, help="neurons, a multiple of 32")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--scale", type=int, default=400, help="centipawns for an output of 1.0, and of the sigmoid")
    parser.add_argument("--score-share", type=float, default=0.8, help="weight of the score; the result has the rest")
    args = parser.parse_args()
    torch.manual_seed(1)
    shuffle = np.random.default_rng(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    records = np.fromfile(args.records, RECORD)
    # Only quiet positions are learnt.
    records = records[records["flags"] & 1 != 0]
    held_out = records["flags"] & 2 != 0
    training, held_out = records[~held_out], records[held_out]
    print(f"{len(training)} positions, {len(held_out)} held out, on {device}")
    net = Net(args.hidden).to(device)
    optimizer = torch.optim.Adam(net.parameters(), lr=args.rate)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, args.epochs * -(-len(training) // args.batch))

    def loss_of(part):
        own, other, bucket, score, result = batch(part, device)
        wanted = args.score_share * torch.sigmoid(score / args.scale) + (1 - args.score_share) * result
        return ((torch.sigmoid(net(own, other, bucket)) - wanted) ** 2).mean()

    def held_out_loss():
        with torch.no_grad():
            batches = [held_out[at : at + 8192] for at in range(0, len(held_out), 8192)]
            losses = [loss_of(batch).item() * len(batch) for batch in batches]
        return sum(losses) / len(held_out) if len(held_out) else float("nan")

    print(f"before: held-out loss {held_out_loss():.6f}")
    for epoch in range(args.epochs):
        started, order, total = time.time(), shuffle.permutation(len(training)), 0.0
        for at in range(0, len(order), args.batch):
            loss = loss_of(training[order[at : at + args.batch]])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            net.clip()
            schedule.step()
            total += loss.item() * len(order[at : at + args.batch])
        speed = len(order) / (time.time() - started)
        losses = f"loss {total / len(order):.6f}, held-out loss {held_out_loss():.6f}"
        print(f"epoch {epoch + 1}: {losses}, {speed:.0f} positions/s")
    with open(args.out, "wb") as file:
        file.write(net.to_bytes(args.scale, f"train_pytorch.py {vars(args)}"))


main()
