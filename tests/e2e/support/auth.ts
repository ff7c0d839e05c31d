/** Reads the mails and finds the forms of the sign-in. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { eventually } from './backend.ts';
import { env } from './env.ts';
import { type Mail, mailsTo } from './mails.ts';

/** A long password, which is on no list of common passwords. */
export const password = 'three wild otters';

export const authPage = (query = '') => `${env('SITE_URL')}/auth${query}`;

/** Waits for the newest e-mail of the auth service with this subject. `count` waits for that many. */
export async function authMail(email: string, subject: RegExp, count = 1): Promise<Mail> {
  const about = async () => (await mailsTo(email)).filter((mail) => subject.test(mail.subject));
  const mails = await eventually(
    `mail ${String(subject)} to ${email}`,
    about,
    ({ length }) => length >= count,
  );
  const [newest] = mails;
  if (!newest) throw new Error('unreachable');
  return newest;
}

export function linkIn(mail: Mail): string {
  const link = /https?:\S+token_hash=\S+/.exec(mail.text)?.[0];
  if (!link) throw new Error(`no link in:\n${mail.text}`);
  return link;
}

export const codeIn = (mail: Mail): string => /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';

export async function openOtherDevice(browser: Browser): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-SG' });
  return { context, page: await context.newPage() };
}

export async function enter(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function openAccount(page: Page, email: string, secret: string): Promise<void> {
  await page.goto(authPage('?account=1'));
  await enter(page, email, secret);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
}
