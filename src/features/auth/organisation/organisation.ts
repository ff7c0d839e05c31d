import { fetchOptions } from '#browser/request.ts';
import { env } from '#config/env.ts';
import * as timing from '#config/timing.ts';
import { solveCaptcha } from '../captcha/captcha.ts';
import type { Failure } from '../error-messages.ts';
import { beginPkce } from '../providers/begin.ts';
import { organisationMessages as words } from './messages.ts';

/** Returns the domain of a typed address, or null if it has none. */
export function domainIn(typedAddress: string): string | null {
  const domain = typedAddress.trim().toLowerCase().split('@').at(-1) ?? '';
  return /^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(domain) ? domain : null;
}

const sentences: Partial<Record<string, string>> = {
  sso_provider_not_found: words.unknown,
  sso_provider_disabled: words.off,
  saml_provider_disabled: words.off,
};

/** Opens the organisation's sign-in page, which returns to this page with a code in the address. */
export async function signInByOrganisation(
  domain: string,
  go: (url: string) => void,
): Promise<Failure | null> {
  const captcha = await solveCaptcha();
  if (!captcha.ok) return captcha.failure;
  const { captchaToken } = captcha.token;
  const options = fetchOptions({
    key: env().PUBLIC_SUPABASE_KEY,
    timeoutMs: timing.CALL_TIMEOUT_MS,
    body: JSON.stringify({
      domain,
      ...(await beginPkce()),
      skip_http_redirect: true,
      ...(captchaToken !== undefined && { gotrue_meta_security: { captcha_token: captchaToken } }),
    }),
  });
  const answer = await fetch(`${env().PUBLIC_SUPABASE_URL}/auth/v1/sso`, options);
  const body = (await answer.json()) as { url?: string; error_code?: string; msg?: string };
  if (body.url) {
    go(body.url);
    return null;
  }
  const sentence = sentences[body.error_code ?? ''];
  return sentence === undefined
    ? { message: body.msg ?? '', status: answer.status, code: body.error_code }
    : { message: sentence, status: answer.status };
}
