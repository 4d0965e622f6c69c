import type { ToolDefinition } from './definitions.ts';

/** The result of a tool call. `isError` is set only if the call itself was wrong. */
export interface ToolResult {
  content: { type: 'text'; text: string }[];
  isError?: true;
}

/** The contents of a resource. */
export interface ResourceContents {
  uri: string;
  mimeType: string;
  text: string;
}

/**
 * The tool server for one caller, for every transport and revision of the protocol. An McpError reaches the caller
 * unchanged.
 */
export interface McpService {
  tools(signal: AbortSignal): Promise<ToolDefinition[]>;
  /** Never rejects if the documentation service fails: the result is then a text for the model. */
  call(name: string, given: unknown, signal: AbortSignal): Promise<ToolResult>;
  read(uri: string, signal: AbortSignal): Promise<ResourceContents>;
}

/** Returns a result with a text. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] };
}

/** Returns the result of a wrong call. */
export function mistakeResult(text: string): ToolResult {
  return { ...textResult(text), isError: true };
}
