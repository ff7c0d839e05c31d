/** Makes an admin of the office for one test, and looks for words that a line breaks. */
import { expect, type Page } from '@playwright/test';
import { sql } from './backend.ts';
import { makeParent, type ParentAccount } from './parents.ts';

const admins: string[] = [];

/** An admin with a separate till, whose sales no other test counts. */
export async function makeOfficeAdmin(name: string): Promise<ParentAccount> {
  const account = await makeParent([]);
  admins.push(account.userId);
  await sql()`insert into public.user_roles (user_id, role) values (${account.userId}, 'admin')`;
  await sql()`update public.profiles set name = ${name} where id = ${account.userId}`;
  return account;
}

/** Takes the role from the admins that this file made, because forms offer every colleague as an owner. */
export async function removeOfficeAdmins(): Promise<void> {
  await sql()`delete from public.user_roles where user_id = any (${admins.splice(0)}::uuid[])`;
}

/** Expects that no word of a button, tag, link or heading is divided between two lines. */
export async function expectWholeWords(page: Page): Promise<void> {
  const broken = () =>
    page.evaluate(() => {
      const found: string[] = [];
      const range = document.createRange();
      for (const element of document.querySelectorAll('button, .tag, a, th, h1, h2, h3, legend, label')) {
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode())
          for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\p{L}{2,}/gu)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const tops = [...range.getClientRects()]
              .filter(({ width }) => width > 0)
              .map(({ top }) => Math.round(top));
            if (new Set(tops).size > 1) found.push(`${word} in “${element.textContent.trim().slice(0, 40)}”`);
          }
      }
      return found;
    });
  await expect.poll(broken).toEqual([]);
}
