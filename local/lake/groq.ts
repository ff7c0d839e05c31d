import * as groqJs from 'groq-js';
import type { Doc } from './documents.ts';
import { queryError } from './errors.ts';

export interface Expression {
  readonly type: string;
}

/** The values that an expression can read. `before` and `after` are for webhook filters and projections. */
export interface Scope {
  params?: Record<string, unknown>;
  dataset?: readonly Doc[];
  root?: unknown;
  identity?: string;
  before?: Doc | null;
  after?: Doc | null;
  sanity?: { projectId: string; dataset: string };
}

// groq-js 2.0.0 does not export its evaluator's types, so those used here are declared by hand.
const { parse, evaluate } = groqJs as unknown as {
  parse: (
    query: string,
    options: { params: Record<string, unknown>; mode: 'normal' | 'delta' },
  ) => Expression;
  evaluate: (
    expression: Expression,
    scope: Scope & { timestamp: Date },
  ) => Promise<{ get(): Promise<unknown> }>;
};

/** Parsing needs the parameters, because slices may use them. */
export function parseGroq(
  query: string,
  params: Record<string, unknown> = {},
  mode: 'normal' | 'delta' = 'normal',
): Expression {
  try {
    return parse(query, { params, mode });
  } catch (error) {
    throw queryError(error instanceof Error ? error.message : String(error), query);
  }
}

export async function evaluateGroq(expression: Expression, scope: Scope): Promise<unknown> {
  const value = await evaluate(expression, { ...scope, timestamp: new Date() });
  return value.get();
}
