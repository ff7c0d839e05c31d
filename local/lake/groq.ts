import { evaluate, parse, type ExprNode } from 'groq-js';
import type { Doc } from './documents.ts';
import { queryError } from './errors.ts';

/** What an expression sees. `before` and `after` are for webhook filters and projections. */
export interface Scope {
  params?: Record<string, unknown>;
  dataset?: readonly Doc[];
  root?: unknown;
  identity?: string;
  before?: Doc | null;
  after?: Doc | null;
  sanity?: { projectId: string; dataset: string };
}

/** Parameters may decide slices, so they are part of what is parsed. */
export function parseGroq(
  query: string,
  params: Record<string, unknown> = {},
  mode: 'normal' | 'delta' = 'normal',
): ExprNode {
  try {
    return parse(query, { params, mode });
  } catch (error) {
    throw queryError(error instanceof Error ? error.message : String(error), query);
  }
}

/** groq-js ships no types for its evaluator; this is the one place that knows. */
export async function evaluateGroq(expression: ExprNode, scope: Scope): Promise<unknown> {
  const value = await evaluate(expression, { ...scope, timestamp: new Date() } as never);
  return (await value.get()) as unknown;
}
