import type { ErrorGroup, StaffAccount, StaffAccounts, SystemHealth } from '#contract/management-system.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatMoment } from '#domain/dates.ts';
import { plural } from '#contract/plural.ts';
import { dayOf } from '#domain/day-of.ts';
import { alertMessages, hiddenMessage, spelt } from '#ui/staff/messages.ts';
import type { Outcome } from './accounts.ts';
import { notBusinessAdmin } from './invite-messages.ts';
import { type Measure, spanOf } from './model.ts';

export const systemMessages = {
  parts: 'Views of the system',
  views: { health: 'Health', accounts: 'Accounts and roles', interfaces: 'Open interfaces', log: 'Log' },
  viewOff: hiddenMessage('This page shows colleagues’ names and what they did'),
} as const;

const amount = (value: number, unit: string) =>
  unit === 'percent' ? `${value}%` : unit === 'seconds' ? spanOf(value) : String(value);

const sites: Record<NonNullable<SystemHealth['publish']['site']>, string> = {
  built: 'Published',
  building: 'Being built',
  failed: 'Build failed',
  late: 'Build not finished',
};

function uptimeText({ since, out_seconds, outages }: SystemHealth['uptime']): string {
  if (since === null) return 'The timer has not run yet.';
  const [last] = outages;
  return last
    ? `Down for ${spanOf(out_seconds)} in total since ${formatMoment(since)}, last until ${formatMoment(last.ended_at)}.`
    : `No outage since ${formatMoment(since)}. An external monitor sees more than the timer does.`;
}

type HealthText = (health: SystemHealth) => string;
const measures: Record<Measure, [title: string, value: HealthText, text: HealthText]> = {
  uptime: [
    'Reachable',
    ({ uptime }) => (uptime.percent === null ? 'Not measured yet' : `${uptime.percent}%`),
    ({ uptime }) => uptimeText(uptime),
  ],
  bookings: [
    'Bookings on the way to payment',
    ({ bookings }) => (bookings.ok + bookings.failed === 0 ? 'None' : `${bookings.percent}% failed`),
    ({ bookings, thresholds }) =>
      `${plural(bookings.failed, 'failure')} of ${bookings.ok + bookings.failed} within ${spanOf(thresholds.booking_seconds)}; the limit is ${thresholds.booking_percent}%.`,
  ],
  errors: [
    'Errors in browsers',
    ({ error_rate: { day } }) => String(day),
    ({ error_rate: { usual, blank_screens } }) =>
      `Within a day; usually ${usual}. ${blank_screens === 0 ? 'No empty pages' : plural(blank_screens, 'empty page')} in the last ten minutes.`,
  ],
  mails: [
    'E-mails that bounced or were marked as spam',
    ({ mails }) => String(mails.bounced + mails.complained),
    ({ mails, thresholds }) =>
      `Of ${mails.sent} sent within a day: ${mails.bounced} bounced, ${mails.complained} marked as spam${mails.failed > 0 ? `. ${mails.failed} could not be sent` : ''}; the limit is ${thresholds.returned_percent}%.`,
  ],
  outbox: [
    'E-mails waiting',
    ({ outbox }) => (outbox.waiting === 0 ? 'None' : String(outbox.waiting)),
    ({ outbox, thresholds }) =>
      [
        outbox.oldest_seconds === 0
          ? 'Nothing is waiting for its first try.'
          : `The oldest has waited ${spanOf(outbox.oldest_seconds)}; the limit is ${spanOf(thresholds.outbox_seconds)}.`,
        ...outbox.errors.map(({ text, count }) => `${plural(count, 'e-mail')}: ${text}`),
      ].join(' '),
  ],
  webhook: [
    'Payment notices',
    ({ webhook }) => `${spanOf(webhook.lag_seconds)} late`,
    ({ webhook, thresholds }) =>
      `${webhook.last_at === null ? 'None yet' : `Last ${formatMoment(webhook.last_at)}`}${webhook.failed > 0 ? `; ${webhook.failed} could not be recorded` : ''}; the limit is ${spanOf(thresholds.webhook_seconds)}.`,
  ],
  holds: [
    'Expired holds',
    ({ holds }) => (holds.lapsed === 0 ? 'None' : String(holds.lapsed)),
    ({ holds, thresholds }) =>
      holds.lapsed === 0
        ? 'All have been released.'
        : `The oldest ended ${spanOf(holds.lag_seconds)} ago; the limit is ${spanOf(thresholds.hold_seconds)}. Their spots are free in any case.`,
  ],
  books: [
    'Books',
    ({ books }) =>
      books === null
        ? 'Not checked yet'
        : books.discrepancies === 0
          ? 'In order'
          : plural(books.discrepancies, 'discrepancy', 'discrepancies'),
    ({ books }) =>
      books === null
        ? 'The first check has not run yet.'
        : `${formatMoment(books.at)}${
            books.discrepancies > 0
              ? `: ${Object.entries(books.rules)
                  .map(([rule, rows]) => `${spelt(rule)} ${rows}`)
                  .join(', ')}`
              : '.'
          }`,
  ],
  publish: [
    'Site',
    ({ publish }) => (publish.site === null ? 'Not built yet' : sites[publish.site]),
    ({ publish }) =>
      `${[
        publish.built_at === null ? 'No build has finished' : `Up since ${formatMoment(publish.built_at)}`,
        publish.wishes > 0 ? `${plural(publish.wishes, 'change')} waiting for a build` : null,
        publish.site === 'failed' ? publish.reason : null,
        ...publish.refused.map(
          ({ title, problem }) => `${title ?? 'A document'} was not accepted: ${problem ?? '?'}`,
        ),
      ]
        .filter(Boolean)
        .join('; ')}.`,
  ],
  conversions: [
    'Conversions',
    ({ conversions }) => (conversions.waiting === 0 ? 'None waiting' : `${conversions.waiting} waiting`),
    ({ conversions }) => (conversions.failed === 0 ? 'None have failed.' : `${conversions.failed} failed.`),
  ],
};

export const healthMessages = {
  title: 'System',
  loading: 'Loading...',
  failed: 'The system’s health did not load.',
  refresh: 'Refresh',
  at: (at: string) => `As of ${formatMoment(at)}, updated every minute.`,
  notUpdated: 'This has not updated since then.',
  allWell: 'All is well.',
  alerts: (count: number) => plural(count, 'alert'),
  alert: ({ kind, value, threshold, began_at }: SystemHealth['alerts'][number]): string => {
    const [title, unit] = alertMessages[kind] ?? [spelt(kind), null];
    const amountText =
      unit === null ? '' : `: ${amount(value, unit)} at worst, ${amount(threshold, unit)} allowed`;
    return `${title}${amountText}, since ${formatMoment(began_at)}.`;
  },
  notNotified: (chores: number) =>
    `${plural(chores, 'scheduled job is', 'scheduled jobs are')} late. Until they run, we do not check for other problems.`,
  measuredBad: (count: number) => `${plural(count, 'measure')} to check`,
  measured: 'Measures',
  measures,
  chores: 'Scheduled jobs',
  noChores: 'No scheduled job has run yet. Please check the timer that starts them.',
  chore: 'Job',
  choreName: spelt,
  lastRun: 'Last run',
  doneAt: (at: string | null) => (at === null ? 'never' : formatMoment(at)),
  took: 'Took',
  state: 'State',
  inTime: 'On time',
  choreBad: ({ is_late, failures }: SystemHealth['chores'][number]) =>
    [is_late && 'Late', failures > 0 && `failed ${plural(failures, 'time')}`].filter(Boolean).join(', '),
} as const;

export const errorMessages = {
  title: 'Errors in the last day, by cause',
  none: 'No browser errors.',
  severities: { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' },
  types: {
    RUNTIME_ERROR: 'Script',
    PROMISE_REJECTION: 'Promise',
    REACT_ERROR: 'Component',
  } as Partial<Record<string, string>>,
  blank: (count: number) => `Blank screen × ${count}`,
  fixed: (count: number) => `Repaired × ${count}`,
  span: ({ first_at, last_at, fingerprints }: ErrorGroup) =>
    `${first_at === last_at ? formatMoment(last_at) : `${formatMoment(first_at)} – ${formatMoment(last_at)}`}${fingerprints > 1 ? ` · from ${fingerprints} points in the code` : ''}`,
  pages: (pages: readonly string[]) => `Pages: ${pages.join(', ')}`,
  releases: (releases: readonly string[]) => `Releases: ${releases.join(', ')}`,
} as const;

export const roleNames: Record<StaffRole, string> = {
  coach: 'Coach',
  marketer: 'Marketer',
  admin: 'Admin',
  business_admin: 'Business admin',
};
const lowerRoleNames: Record<StaffRole, string> = {
  coach: 'coach',
  marketer: 'marketer',
  admin: 'admin',
  business_admin: 'business admin',
};

const oneOf = (role: StaffRole) => `${role === 'admin' ? 'an' : 'a'} ${lowerRoleNames[role]}`;

export const accountMessages = {
  title: 'Accounts and roles',
  loading: 'Loading...',
  failed: 'The accounts did not load.',
  denied: 'Only business admins can see accounts and roles.',
  deniedText: 'Please ask a business admin. If you are one, your two-step sign-in may be missing.',
  lead: ({ second_factor_roles: requiredRoles }: StaffAccounts) =>
    requiredRoles.length === 0
      ? 'We log each change.'
      : `We log each change. These roles work only with two-step sign-in: ${requiredRoles.map((role) => roleNames[role]).join(', ')}.`,
  give: 'Give a role to an account',
  email: 'E-mail of the account',
  emailHint: 'The owner must have an account and have confirmed this address. The role works at once.',
  emailForm: 'Please enter an e-mail address.',
  role: 'Role',
  permissions: {
    coach: 'can see and mark the roster of the sessions and camps that they coach, on the day.',
    marketer:
      'can create and change promotion codes and see how they are used, but sees no family, child or order.',
    admin: 'can manage orders, refunds and families, and read health details, which we log.',
    business_admin: 'can do what an admin does, and give and remove roles. Needs two-step sign-in.',
  },
  giveIt: (role: StaffRole) => `Make them ${oneOf(role)}`,
  who: 'Staff',
  me: 'you',
  lastSignIn: (at: string | null) => (at === null ? 'never signed in' : `last signed in ${formatMoment(at)}`),
  since: (at: string) => `since ${dayOf(at)}`,
  banned: 'Banned',
  factor: 'Two-step sign-in on',
  noFactor: 'No two-step sign-in',
  factorNeeded: 'Two-step sign-in missing: no access',
  coachPage: 'Page on the site',
  noCoachPage: 'None',
  take: (role: StaffRole) => `Remove ${lowerRoleNames[role]}`,
  takeTitle: ({ name, email }: StaffAccount, role: StaffRole) =>
    `Remove the ${lowerRoleNames[role]} role from ${name === '' ? (email ?? 'them') : name}`,
  means: ({ name, email }: StaffAccount, role: StaffRole) =>
    `${name === '' ? (email ?? 'They') : name} will lose the ${lowerRoleNames[role]} role at once, even on devices where they are signed in. The account will stay, and you can give the role again.`,
  yes: 'Remove role',
  no: 'Go back',
  signOut: 'Sign out everywhere',
  signOutOf: ({ name, email }: StaffAccount) => `Sign out everywhere: ${name === '' ? (email ?? '') : name}`,
  signOutMeans:
    'For a lost phone or laptop. Every device will be signed out at once, and the calendar address and links to rosters will stop working. The roles will stay, so they can sign in again with their password. A device without a network will keep today’s roster until midnight.',
  signOutYes: 'Sign out all devices',
  removeFactor: 'Remove two-step sign-in',
  removeFactorOf: ({ name, email }: StaffAccount) =>
    `Remove two-step sign-in: ${name === '' ? (email ?? '') : name}`,
  removeFactorMeans:
    'Do this only after you have called them back on a number that you know. They will be signed out everywhere and get an e-mail. They can then sign in with their password alone, but must set up a new code before a role that needs one works again. You must have entered your own code within the last 15 minutes.',
  removeFactorYes: 'Remove two-step sign-in now',
  signInAgain: 'Sign in again',
  unknown: (email: string) => `There is no account for ${email}. Please invite them instead.`,
  done: (outcome: Extract<Outcome, { state: 'done' }>) => {
    if ('invitation' in outcome)
      return outcome.what === 'invited'
        ? `We have sent an invitation to ${outcome.invitation.email}.`
        : `The invitation for ${outcome.invitation.email} no longer works.`;
    const name = outcome.account.email ?? outcome.account.name;
    if (outcome.what === 'page')
      return outcome.page === null
        ? `${name} no longer has a page on the site.`
        : `${name} is now “${outcome.page}” on the site.`;
    if (outcome.what === 'signed_out')
      return `${name} is signed out everywhere. Please ask them to change their password.`;
    if (outcome.what === 'factor_removed')
      return `${name} no longer has two-step sign-in, is signed out everywhere and will get an e-mail about it.`;
    const { what, role } = outcome;
    if (what === 'given') return `${name} is now ${oneOf(role)}.`;
    const removedText = `${name} is no longer ${oneOf(role)}.`;
    return outcome.tasks === 0
      ? removedText
      : `${removedText} ${plural(outcome.tasks, 'open task has', 'open tasks have')} no owner now.`;
  },
} as const;

export const accountRefusals: OwnMessages = {
  ...notBusinessAdmin,
  email_not_verified: 'The owner of this address has not confirmed it yet, so anyone may have typed it.',
  sign_in_again:
    'Please sign in again with your password and your own code first. Then remove it within 15 minutes.',
  coach_leads: 'They still coach sessions or camps. Please choose who takes over.',
  own_role:
    'You can’t change your own roles, so that there is always a business admin. Please ask another one.',
};
