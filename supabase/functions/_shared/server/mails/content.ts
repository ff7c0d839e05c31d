import type { ReactElement } from 'react';

interface Content {
  subject: string;
  body: ReactElement;
  /** A calendar file and its name. */
  calendar?: { filename: string; content: string } | null;
  /** Of the mail itself, as mail programs read them. */
  headers?: Record<string, string>;
}

/** A template reads the outbox's payload itself, and throws when it is not what it needs. */
export type Template = (payload: unknown, siteUrl: string, functionsUrl: string) => Content;
