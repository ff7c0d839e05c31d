/** A mail as it was sent, and as tests and the inbox read it. */
export interface Mail {
  id: string;
  /** ISO 8601, UTC. */
  created_at: string;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  reply_to: string[];
  subject: string;
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  tags: { name: string; value: string }[];
  attachments: Attachment[];
}

export interface Attachment {
  filename: string;
  content_type: string;
  /** What `cid:` in the HTML refers to. */
  content_id: string | null;
  /** Bytes. */
  size: number;
}

/** What comes in: the mail before it has an id, with the bytes of its attachments. */
export type Draft = Omit<Mail, 'id' | 'created_at' | 'attachments'> & {
  attachments: (Omit<Attachment, 'size'> & { content: Buffer })[];
};
