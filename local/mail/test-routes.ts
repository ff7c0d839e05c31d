import { Hono } from 'hono';
import type { Attachment, Mail } from './mail.ts';
import type { Store } from './store.ts';

export type MailWithContent = Omit<Mail, 'attachments'> & {
  attachments: (Attachment & { content: string })[];
};

/**
 * Tests use these routes to list complete mails by a part of a recipient's address, newest first, and to delete all
 * mails.
 */
export function testRoutes(store: Store) {
  const routes = new Hono();
  const withContent = (mail: Mail): MailWithContent => ({
    ...mail,
    attachments: mail.attachments.map((attachment, position) => ({
      ...attachment,
      content: store.content(mail.id, position)?.toString('base64') ?? '',
    })),
  });
  routes.get('/emails', (c) => c.json({ data: store.list(c.req.query('to')).map(withContent) }));
  routes.delete('/emails', (c) => {
    store.clear();
    return c.json({ data: [] });
  });
  return routes;
}
