import type { ReactElement } from 'react';

interface Content {
  subject: string;
  body: ReactElement;
  /** A calendar file and its name. */
  calendar?: { filename: string; content: string } | null;
}

/** A template reads the outbox's payload itself, and throws when it is not what it needs. */
export type Template = (payload: unknown, siteUrl: string) => Content;
