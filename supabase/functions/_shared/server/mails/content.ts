import type { ReactElement } from 'react';

interface Content {
  subject: string;
  body: ReactElement;
  calendar?: { filename: string; content: string } | null;
  headers?: Record<string, string>;
}

/** A template parses the outbox's payload itself, and throws if the payload is invalid. */
export type Template = (payload: unknown, siteUrl: string, functionsUrl: string) => Content;
