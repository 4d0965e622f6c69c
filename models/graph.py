"""Writes all-MiniLM-L6-v2 as an ONNX graph from its weights, without torch, and makes an int8 form of it.

Input: `input_ids`, int64 [batch, tokens]. All texts of a batch have the same number of tokens: without a mask for padding, 128
tokens take a tenth less time. Outputs: `embedding`, float [batch, 384], unit length, and `tokens`, float [batch, tokens, 64]: the
vector of each token, projected.
"""

import logging

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

OPSET = 23  # the first with Attention as one operator
HEADS, WIDTH = 12, 384
LAYER_NORM_EPSILON = 1e-12
TOKENS = "tokens"


class GraphBuilder:
    """Collects nodes and constants; each method returns the name of the tensor it makes."""

    def __init__(self):
        self.nodes = []
        self.constants = []

    def constant(self, name, value):
        self.constants.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def op(self, kind, inputs, name, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
        return name

    def linear(self, value, weight, bias, name):
        product = self.op("MatMul", [value, self.constant(f"{name}.weight", weight)], f"{name}.product")
        return self.op("Add", [product, self.constant(f"{name}.bias", bias)], name)

    def layer_norm(self, value, weights, prefix):
        scale = self.constant(f"{prefix}.weight", weights[f"{prefix}.weight"])
        bias = self.constant(f"{prefix}.bias", weights[f"{prefix}.bias"])
        return self.op(
            "LayerNormalization", [value, scale, bias], prefix, axis=-1, epsilon=LAYER_NORM_EPSILON
        )


def count_layers(weights):
    return sum(name.endswith(".intermediate.dense.weight") for name in weights)


def build(weights, projection):
    """The model as ONNX: float32 throughout, except for the word table, which is int8 with one scale a row.

    `projection` is a matrix of 384 x 64 for the vectors of tokens.
    """
    graph = GraphBuilder()
    hidden = embed_tokens(graph, weights)
    for layer in range(count_layers(weights)):
        hidden = encoder_layer(graph, weights, f"encoder.layer.{layer}", hidden)
    pool(graph, hidden)
    project_tokens(graph, hidden, projection)
    return to_model(graph, projection.shape[1])


def embed_tokens(graph, weights):
    table = weights["embeddings.word_embeddings.weight"]
    scales = np.abs(table).max(axis=1, keepdims=True).astype(np.float32) / np.float32(127)
    rows = np.rint(table / np.where(scales == 0, 1, scales)).astype(np.int8)
    graph.constant("words.rows", rows)
    graph.constant("words.scales", scales)
    row = graph.op("Gather", ["words.rows", "input_ids"], "words.row")
    row = graph.op("Cast", [row], "words.row.float", to=TensorProto.FLOAT)
    scale = graph.op("Gather", ["words.scales", "input_ids"], "words.scale")
    words = graph.op("Mul", [row, scale], "words")

    # Every text is segment 0, so its row is added to the positions once, here.
    positions = weights["embeddings.position_embeddings.weight"]
    positions = positions + weights["embeddings.token_type_embeddings.weight"][0]
    graph.constant("positions.table", positions)
    graph.constant("zero", np.array([0], np.int64))
    tokens = graph.op("Shape", ["input_ids"], "tokens.count", start=1, end=2)
    position = graph.op("Slice", ["positions.table", "zero", tokens, "zero"], "positions")
    return graph.layer_norm(
        graph.op("Add", [words, position], "embeddings"), weights, "embeddings.LayerNorm"
    )


def encoder_layer(graph, weights, prefix, hidden):
    def dense(value, name):
        weight, offset = weights[f"{prefix}.{name}.weight"].T, weights[f"{prefix}.{name}.bias"]
        return graph.linear(value, weight, offset, f"{prefix}.{name}")

    context = attention(graph, weights, f"{prefix}.attention.self", hidden)
    attended = dense(context, "attention.output.dense")
    # Sum, not Add: ONNX Runtime fuses Add with the norm behind it to one operator, which takes five times as long.
    hidden = graph.op("Sum", [attended, hidden], f"{prefix}.attention.sum")
    hidden = graph.layer_norm(hidden, weights, f"{prefix}.attention.output.LayerNorm")

    wide = graph.op("Gelu", [dense(hidden, "intermediate.dense")], f"{prefix}.gelu")
    total = graph.op("Sum", [dense(wide, "output.dense"), hidden], f"{prefix}.sum")
    return graph.layer_norm(total, weights, f"{prefix}.output.LayerNorm")


def attention(graph, weights, prefix, hidden):
    """Query, key and value come from one matrix: the int8 form then quantises their input once, not thrice."""
    names = ("query", "key", "value")
    weight = np.concatenate([weights[f"{prefix}.{name}.weight"].T for name in names], axis=1)
    offset = np.concatenate([weights[f"{prefix}.{name}.bias"] for name in names])
    together = graph.linear(hidden, weight, offset, f"{prefix}.projection")
    parts = [f"{prefix}.{name}" for name in names]
    graph.nodes.append(
        helper.make_node("Split", [together], parts, name=f"{prefix}.split", axis=-1, num_outputs=3)
    )
    return graph.op("Attention", parts, f"{prefix}.context", q_num_heads=HEADS, kv_num_heads=HEADS)


def pool(graph, hidden):
    """The mean of the tokens, scaled to unit length."""
    middle = graph.constant("token.axis", np.array([1], np.int64))
    total = graph.op("ReduceSum", [hidden, middle], "pool.total", keepdims=0)
    # The mean's divisor would cancel in the normalisation that follows.
    graph.op("LpNormalization", [total], "embedding", axis=-1, p=2)


def project_tokens(graph, hidden, projection):
    """The vector of each token, scaled to unit length and projected. The order of its nearest tokens hardly changes."""
    unit = graph.op("LpNormalization", [hidden], "tokens.unit", axis=-1, p=2)
    matrix = graph.constant("tokens.projection", projection)
    graph.op("MatMul", [unit, matrix], TOKENS)


def to_model(graph, token_width):
    shape = ["batch", "tokens"]
    inputs = [helper.make_tensor_value_info("input_ids", TensorProto.INT64, shape)]
    outputs = [
        helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", WIDTH]),
        helper.make_tensor_value_info(TOKENS, TensorProto.FLOAT, [*shape, token_width]),
    ]
    body = helper.make_graph(graph.nodes, "all-MiniLM-L6-v2", inputs, outputs, graph.constants)
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=11)
    onnx.checker.check_model(model, full_check=True)
    return model


def share_words(path, owner):
    """Removes the word table from a model file that quantise() wrote. The model then reads it from `owner`, a file in the same folder.

    Throws if `owner` has another table.
    """
    model = onnx.load(path)
    (rows,) = (tensor for tensor in model.graph.initializer if tensor.name == "words.rows")
    offset = owner.read_bytes().index(rows.raw_data)
    place = {"location": owner.name, "offset": offset, "length": len(rows.raw_data)}
    rows.ClearField("raw_data")
    rows.data_location = TensorProto.EXTERNAL
    rows.external_data.extend(onnx.StringStringEntryProto(key=key, value=str(value)) for key, value in place.items())
    path.write_bytes(model.SerializeToString())


def quantise(model, path):
    """int8 weights with one scale a column; activations are quantised as they come.

    `reduce_range` keeps weights to 7 bits: processors with AVX2 but without VNNI add pairs of products in 16 bits, which
    saturate otherwise (lowest cosine .973 instead of .983), and vectors would differ from one machine to the next.
    """
    logging.disable(logging.WARNING)
    quantize_dynamic(
        model,
        path,
        op_types_to_quantize=["MatMul"],
        nodes_to_exclude=[TOKENS],
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
    )
