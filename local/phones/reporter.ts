import { createHmac } from 'node:crypto';

/** Signs like Meta: the app's secret over the raw body. */
export const metaSignature = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

export function twilioSignature(
  url: string,
  fields: Readonly<Record<string, string>>,
  token: string,
): string {
  const text = Object.keys(fields)
    .toSorted()
    .reduce((all, name) => all + name + (fields[name] ?? ''), url);
  return createHmac('sha1', token).update(text).digest('base64');
}
