import type { EmbeddingPurpose } from './embedder.ts';

/** What `lectern embed` adds to `POST /v1/embeddings` of OpenAI's API. */
interface EmbeddingExtension {
  /** Questions and topics go before documents. Default: document. */
  purpose?: EmbeddingPurpose;
  /** Asks for the vectors of tokens (Embedder.embedTokens). */
  tokens?: boolean;
}

/** Body of `POST /v1/embeddings`. */
export interface EmbeddingRequest {
  model: string;
  input: string | string[];
  encoding_format?: 'float' | 'base64';
  lectern?: EmbeddingExtension;
}

/** One text of a response. */
export interface EmbeddingItem {
  object: 'embedding';
  index: number;
  /** Numbers, or base64 of little-endian 32-bit floats. */
  embedding: number[] | string;
  /** The vectors of tokens, one after the other, in base64. Only if the request asks for them. */
  tokens?: string;
}

/** Maximum texts of a request. OpenAI's API has the same limit. */
export const maxTexts = 2_048;
/** The same for a request that asks for tokens: their vectors take up to 90 kB of the response for each text. */
export const maxTextsWithTokens = 256;
/** Maximum bytes of a request: 2,048 texts that fill the window of the built-in model. */
export const maxRequestBytes = 32_000_000;

/** Encodes a vector as base64 of little-endian 32-bit floats. */
export function encodeFloats(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

/** Decodes a vector. Returns undefined for anything but base64 of whole numbers. */
export function decodeFloats(text: unknown): Float32Array | undefined {
  if (typeof text !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length % 4 === 0 ? new Float32Array(new Uint8Array(bytes).buffer) : undefined;
}
