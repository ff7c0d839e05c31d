import * as v from 'valibot';
import { type Context, functionUrl, requireKey } from './context.ts';
import { call } from './http.ts';

export const resendCall = (context: Context, path: string, options?: Parameters<typeof call>[2]) =>
  call(context, `https://api.resend.com${path}`, {
    ...options,
    headers: { authorization: `Bearer ${requireKey(context, 'RESEND_API_KEY')}` },
  });

export const ResendHook = v.object({
  id: v.string(),
  endpoint: v.string(),
  events: v.nullish(v.array(v.string())),
  status: v.string(),
  signing_secret: v.optional(v.string()),
});
const HookList = v.object({ data: v.array(ResendHook) });

/** Returns the webhooks that have the address of our function. */
export async function resendHooks(context: Context) {
  const { data } = v.parse(HookList, await resendCall(context, '/webhooks'));
  return data.filter(({ endpoint }) => endpoint === functionUrl(context, 'resend-webhook'));
}
