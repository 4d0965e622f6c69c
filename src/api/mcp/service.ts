import type { ToolDefinition } from './definitions.ts';

/** What a tool call answers; `isError` only where the call itself was wrong. */
export interface ToolResult {
  content: { type: 'text'; text: string }[];
  isError?: true;
}

/** A resource's text. */
export interface ResourceContents {
  uri: string;
  mimeType: string;
  text: string;
}

/**
 * What one caller can do with the tool server, whatever the transport and revision of the protocol. Rejections with an
 * McpError reach the caller as they are.
 */
export interface McpService {
  tools(signal: AbortSignal): Promise<ToolDefinition[]>;
  /** Failures of the documentation service are texts for the model to read, never rejections. */
  call(name: string, given: unknown, signal: AbortSignal): Promise<ToolResult>;
  read(uri: string, signal: AbortSignal): Promise<ResourceContents>;
}

/** The result of a tool that says something. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] };
}

/** The result of a call that was wrong. */
export function mistakeResult(text: string): ToolResult {
  return { ...textResult(text), isError: true };
}
