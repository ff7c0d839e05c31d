import type { CheckoutPage } from '#content/pages/text-pages.ts';
import type { Team } from './form/children/levels.ts';

interface Head {
  heading: string;
  lead: string;
}

export interface Words extends Head {
  child: Head & { siblingLabel: string; siblingText: string };
  parent: Head;
  health: Head & { privacyText: string };
  transport: Head & { addressLabel: string; addressHint: string };
  overnight: Head;
  consents: Head & { termsText: string; activityText: string; photoText: string; newsText: string };
  summary: { codeLabel: string; payNote: string };
  empty: { heading: string; text: string; label: string; href: string };
  teams: Team[];
}

type Some<T> = { [Key in keyof T]?: T[Key] | null | undefined };

/** Adds default texts. The content may lack a text, which must not stop a sale. */
function withDefaults<T extends object>(defaults: T, texts: Some<T> | null | undefined): T {
  const filledTexts = Object.entries(texts ?? {}).filter(([key, value]) => key in defaults && Boolean(value));
  return { ...defaults, ...Object.fromEntries(filledTexts) };
}

export function buildMessages(page: CheckoutPage, teams: readonly Team[]): Words {
  const { link } = page.empty ?? {};
  return {
    ...withDefaults({ heading: 'Almost there.', lead: '' }, page),
    child: withDefaults(
      { heading: 'Who is coming?', lead: '', siblingLabel: 'Add a child', siblingText: '' },
      page.child,
    ),
    parent: withDefaults({ heading: 'You', lead: '' }, page.parent),
    health: withDefaults({ heading: 'Health essentials', lead: '', privacyText: '' }, page.health),
    transport: withDefaults(
      { heading: 'There and back', lead: '', addressLabel: 'Where should we pick them up?', addressHint: '' },
      page.transport,
    ),
    overnight: withDefaults({ heading: 'Overnight camping', lead: '' }, page.overnight),
    consents: withDefaults(
      {
        heading: 'Your consent',
        lead: '',
        termsText: 'I have read the terms and the cancellation rules.',
        activityText: '{child} may take part, and get first aid if it is needed.',
        photoText: 'Photos of my child may appear on your website.',
        newsText: 'Send me news now and then.',
      },
      page.consents,
    ),
    summary: withDefaults({ codeLabel: 'Promo code', payNote: 'On Stripe’s secure page' }, page.summary),
    // The page contains only the fields that the form uses, to keep it small.
    teams: teams.map(({ id, name, minAge, maxAge, minLevel, maxLevel }) => ({
      id,
      name,
      minAge,
      maxAge,
      minLevel,
      maxLevel,
    })),
    empty: {
      ...withDefaults({ heading: 'Nothing in your cart yet', text: '' }, page.empty),
      label: link?.label ?? 'See the sessions',
      href: link?.href ?? '/',
    },
  };
}
