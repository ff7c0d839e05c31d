export interface Mail {
  id: string;
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
  /** The name by which `cid:` in the HTML refers to the attachment. */
  content_id: string | null;
  size: number;
}

/** A mail as received: without an id, but with the content of its attachments. */
export type Draft = Omit<Mail, 'id' | 'created_at' | 'attachments'> & {
  attachments: (Omit<Attachment, 'size'> & { content: Buffer })[];
};
