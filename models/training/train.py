"""Trains the encoder of questions, and writes ../all-minilm-l6-v2/query.onnx. README.md says how to run it.

The vectors of documents stay as model.onnx gives them. A step takes questions about one corpus, and compares each with all
its snippets: the snippet that the question was written for must be the nearest (cross-entropy over the cosines). The word
table does not change. The result is the mean of the weights after each epoch.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn.functional import cross_entropy

from encoder import cosine_schedule, encode, make, pad, published_weights, read_snippets

HERE = Path(__file__).parent
LEFT_OUT = ("dask", "jest")  # corpora that show the progress
TOKENS = 32  # of a question; longer ones are cut
BATCH = 64
EPOCHS = 3
RATE = 4e-5
SCALE = 25  # of cosines, for the softmax
SAME = 0.85  # snippets whose first texts are nearer than this to the right one may answer as well


class Corpus(NamedTuple):
    """The texts of a corpus. `owner` has the snippet of each vector."""

    vectors: torch.Tensor
    owner: torch.Tensor
    firsts: torch.Tensor
    questions: list  # of (question, index of its snippet)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("documents", type=Path, help="what `node bench/training-set.ts --out` wrote")
    documents = parser.parse_args().documents
    tokenizer = Tokenizer.from_file(str(make.TARGET / "tokenizer.json"))
    tokenizer.enable_truncation(make.WINDOW)
    corpora = {file.stem: read_corpus(file, documents, tokenizer) for file in sorted((HERE / "questions").glob("*.tsv"))}
    tokenizer.enable_truncation(TOKENS)
    trained = train(published_weights(), corpora, tokenizer)
    make.write_queries({name: value.numpy() for name, value in trained.items()})


def read_corpus(file, documents, tokenizer):
    snippets = read_snippets(documents, file.stem)
    cache = documents / f"{file.stem}.npy"
    texts = [text for snippet in snippets for text in snippet["texts"]]
    if not cache.exists():
        print(f"{file.stem}: embedding {len(texts)} texts", flush=True)
        np.save(cache, embed_documents(texts, tokenizer))
    owner = np.repeat(np.arange(len(snippets)), [len(snippet["texts"]) for snippet in snippets])
    vectors = np.load(cache)
    place = {snippet["id"]: at for at, snippet in enumerate(snippets)}
    rows = [line.split("\t") for line in file.read_text().splitlines()]
    known = [row for row in rows if row[0] in place]
    if len(known) < len(rows):
        print(f"{file.stem}: {len(rows) - len(known)} questions are about snippets that are no longer there")
    questions = [(question, place[row[0]]) for row in known for question in row[2:]]
    firsts = vectors[np.searchsorted(owner, np.arange(len(snippets)))]
    return Corpus(torch.tensor(vectors), torch.tensor(owner), torch.tensor(firsts), questions)


def embed_documents(texts, tokenizer):
    session = make.open_session(make.TARGET / "model.onnx")
    ids = (tokenizer.encode(text).ids for text in texts)
    return np.stack([session.run(["embedding"], {"input_ids": np.array([one], np.int64)})[0][0] for one in ids])


def train(weights, corpora, tokenizer):
    random = np.random.default_rng(1)
    shown = [corpora.pop(name) for name in LEFT_OUT]
    moving = {name: value for name, value in weights.items() if not name.startswith("embeddings.")}
    steps = [step for _ in range(EPOCHS) for step in batches(corpora, random)]
    print(f"before: {score(weights, shown, tokenizer):.3f}", flush=True)
    for value in moving.values():
        value.requires_grad_(True)
    optimizer = torch.optim.AdamW(moving.values(), lr=RATE, weight_decay=0.01)
    schedule = cosine_schedule(optimizer, len(steps), rising=max(1, len(steps) // 10), lowest=0.05)
    total = {}
    for number, (name, at) in enumerate(steps, start=1):
        corpus = corpora[name]
        texts, right = zip(*(corpus.questions[one] for one in at))
        optimizer.zero_grad()
        loss(embed(weights, texts, tokenizer), torch.tensor(right), corpus).backward()
        torch.nn.utils.clip_grad_norm_(moving.values(), 1.0)
        optimizer.step()
        schedule.step()
        if number % (len(steps) // EPOCHS) == 0:
            for parameter, value in moving.items():
                total[parameter] = total.get(parameter, 0) + value.detach() / EPOCHS
            print(f"{number} of {len(steps)}: {score(weights, shown, tokenizer):.3f}", flush=True)
    return {name: value.detach() for name, value in (weights | total).items()}


def batches(corpora, random):
    found = []
    for name, corpus in corpora.items():
        order = random.permutation(len(corpus.questions))
        found += [(name, order[at : at + BATCH]) for at in range(0, len(order) - BATCH + 1, BATCH)]
    return [found[at] for at in random.permutation(len(found))]


def embed(weights, texts, tokenizer):
    return encode(weights, *pad([one.ids for one in tokenizer.encode_batch(texts)]))[0]


def loss(questions, right, corpus):
    same = corpus.firsts[right] @ corpus.firsts.T > SAME
    same[torch.arange(len(right)), right] = False
    return cross_entropy(SCALE * nearest(questions, corpus).masked_fill(same, -1), right)


def nearest(questions, corpus):
    """For each question and each snippet, the cosine of the snippet's nearest text."""
    cosines = questions @ corpus.vectors.T
    found = torch.full((len(questions), len(corpus.firsts)), -1.0)
    return found.scatter_reduce(1, corpus.owner.expand_as(cosines), cosines, "amax")


@torch.no_grad()
def score(weights, corpora, tokenizer):
    """MRR@10 of the questions, by the cosine alone."""
    found = []
    for corpus in corpora:
        for at in range(0, len(corpus.questions), 128):
            texts, right = zip(*corpus.questions[at : at + 128])
            cosines = nearest(embed(weights, texts, tokenizer), corpus)
            places = 1 + (cosines > cosines[torch.arange(len(right)), right, None]).sum(dim=1)
            found.append(torch.where(places <= 10, 1 / places, 0))
    return torch.cat(found).mean()


if __name__ == "__main__":
    main()
