import type {
  ErrorGroup,
  StaffAccount,
  StaffAccounts,
  StaffRole,
  SystemHealth,
} from '#contract/management-system.ts';
import type { OwnRefusals } from '#api/refusal-words.ts';
import { formatMoment } from '#domain/dates.ts';
import { plural } from '#contract/plural.ts';
import { dayOf } from '#domain/day-of.ts';
import { alertWords, spelt } from '#ui/staff/words.ts';
import type { End } from './accounts.ts';
import { type Measure, spanOf } from './model.ts';

export const systemWords = {
  parts: 'Parts of the system',
  views: { health: 'Health', accounts: 'Accounts and roles', log: 'Log' },
  viewOff:
    'The system names colleagues and what they did, so it is not shown while others look at the screen.',
} as const;

const amount = (value: number, unit: string) =>
  unit === 'percent' ? `${value}%` : unit === 'seconds' ? spanOf(value) : String(value);

const sites: Record<NonNullable<SystemHealth['publish']['site']>, string> = {
  built: 'Published',
  building: 'Being built',
  failed: 'Build failed',
  late: 'Build has no end',
};

type Said = (told: SystemHealth) => string;
/** Name, current value and explanation of each measure. */
const measures: Record<Measure, [title: string, value: Said, text: Said]> = {
  bookings: [
    'Bookings on the way to payment',
    ({ bookings }) => (bookings.ok + bookings.failed === 0 ? 'None' : `${bookings.percent}% failed`),
    ({ bookings, thresholds }) =>
      `${plural(bookings.failed, 'failure')} of ${bookings.ok + bookings.failed} within ${spanOf(thresholds.booking_seconds)}; ${thresholds.booking_percent}% allowed.`,
  ],
  outbox: [
    'Mails that wait',
    ({ outbox }) => (outbox.waiting === 0 ? 'None' : String(outbox.waiting)),
    ({ outbox, thresholds }) =>
      outbox.oldest_seconds === 0
        ? 'Nothing waits for its first try.'
        : `The oldest for ${spanOf(outbox.oldest_seconds)}; ${spanOf(thresholds.outbox_seconds)} allowed.`,
  ],
  webhook: [
    'Payments heard of',
    ({ webhook }) => `${spanOf(webhook.lag_seconds)} late`,
    ({ webhook, thresholds }) =>
      `${webhook.last_at === null ? 'None yet' : `Last ${formatMoment(webhook.last_at)}`}${webhook.failed > 0 ? `; ${webhook.failed} could not be written down` : ''}; ${spanOf(thresholds.webhook_seconds)} allowed.`,
  ],
  holds: [
    'Lapsed holds',
    ({ holds }) => (holds.lapsed === 0 ? 'None' : String(holds.lapsed)),
    ({ holds, thresholds }) =>
      holds.lapsed === 0
        ? 'All are cleared away.'
        : `The oldest for ${spanOf(holds.lag_seconds)}; ${spanOf(thresholds.hold_seconds)} allowed. Their places are free all the same.`,
  ],
  books: [
    'Books',
    ({ books }) =>
      books === null
        ? 'Not looked at'
        : books.odd_rows === 0
          ? 'In order'
          : plural(books.odd_rows, 'odd row'),
    ({ books }) =>
      books === null
        ? 'The first look is on its way.'
        : `${formatMoment(books.at)}${
            books.odd_rows > 0
              ? `: ${Object.entries(books.rules)
                  .map(([rule, rows]) => `${spelt(rule)} ${rows}`)
                  .join(', ')}`
              : '.'
          }`,
  ],
  publish: [
    'Site',
    ({ publish }) => (publish.site === null ? 'Not built from here' : sites[publish.site]),
    ({ publish }) =>
      `${[
        publish.built_at === null ? 'No build has ended' : `Up since ${formatMoment(publish.built_at)}`,
        publish.wishes > 0 ? `${plural(publish.wishes, 'change')} waiting for one` : null,
        publish.site === 'failed' ? publish.reason : null,
        ...publish.refused.map(
          ({ title, problem }) => `${title ?? 'A document'} was not taken: ${problem ?? '?'}`,
        ),
      ]
        .filter(Boolean)
        .join('; ')}.`,
  ],
  conversions: [
    'Conversions',
    ({ conversions }) => (conversions.waiting === 0 ? 'None wait' : `${conversions.waiting} wait`),
    ({ conversions }) =>
      conversions.given_up === 0 ? 'None were given up.' : `${conversions.given_up} were given up.`,
  ],
};

export const healthWords = {
  title: 'System',
  loading: 'Loading...',
  failed: 'The system’s health did not load.',
  refresh: 'Refresh',
  at: (at: string) => `As of ${formatMoment(at)}, read again every minute.`,
  late: 'It could not be read since.',
  well: 'All is well.',
  alerts: (count: number) => plural(count, 'alert'),
  alert: ({ kind, value, threshold, began_at }: SystemHealth['alerts'][number]): string => {
    const [title, unit] = alertWords[kind] ?? [spelt(kind), null];
    const much = unit === null ? '' : `: ${amount(value, unit)} at worst, ${amount(threshold, unit)} allowed`;
    return `${title}${much}, since ${formatMoment(began_at)}.`;
  },
  untold: (chores: number) =>
    `${plural(chores, 'chore is', 'chores are')} late. Until they are done, no other trouble is looked for.`,
  measuredBad: (count: number) => `${plural(count, 'measure')} to look at`,
  measured: 'What is measured',
  measures,
  chores: 'Chores',
  noChores: 'No chore has run yet: is there a timer that calls them?',
  chore: 'Chore',
  choreName: spelt,
  done: 'Done last',
  doneAt: (at: string | null) => (at === null ? 'never' : formatMoment(at)),
  took: 'Took',
  state: 'State',
  inTime: 'In time',
  choreBad: ({ is_late, failures }: SystemHealth['chores'][number]) =>
    [is_late && 'Late', failures > 0 && `failed ${plural(failures, 'time')}`].filter(Boolean).join(', '),
} as const;

export const errorWords = {
  title: 'Errors of a day, by cause',
  none: 'No browser has met an error.',
  severities: { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' },
  types: {
    RUNTIME_ERROR: 'Script',
    PROMISE_REJECTION: 'Promise',
    REACT_ERROR: 'Component',
  } as Partial<Record<string, string>>,
  blank: (count: number) => `Blank screen × ${count}`,
  fixed: (count: number) => `Repaired × ${count}`,
  span: ({ first_at, last_at, fingerprints }: ErrorGroup) =>
    `${first_at === last_at ? formatMoment(last_at) : `${formatMoment(first_at)} – ${formatMoment(last_at)}`}${fingerprints > 1 ? ` · from ${fingerprints} places` : ''}`,
  pages: (pages: readonly string[]) => `Pages: ${pages.join(', ')}`,
  releases: (releases: readonly string[]) => `Releases: ${releases.join(', ')}`,
} as const;

export const roleNames: Record<StaffRole, string> = {
  coach: 'Coach',
  admin: 'Admin',
  business_admin: 'Business admin',
};
const lower: Record<StaffRole, string> = { coach: 'coach', admin: 'admin', business_admin: 'business admin' };

export const accountWords = {
  title: 'Accounts and roles',
  loading: 'Loading...',
  failed: 'The accounts did not load.',
  denied: 'Roles are for business admins.',
  deniedText: 'Ask one of them. If you are one, your second step may be missing.',
  lead: ({ second_factor_roles: needed }: StaffAccounts) =>
    needed.length === 0
      ? 'Each change stands in the log.'
      : `Each change stands in the log. ${needed.map((role) => roleNames[role]).join(' and ')} counts only with a second step.`,
  give: 'Give a role',
  email: 'E-mail of the account',
  emailHint: 'They sign up first, and confirm the address by the mail.',
  emailForm: 'Please enter an e-mail address.',
  role: 'Role',
  may: {
    coach: 'sees and marks the roster of what they lead, on its day.',
    admin: 'manages: orders, refunds, families, health by a press that is logged.',
    business_admin: 'manages, and gives and takes roles. Needs a second step.',
  },
  giveIt: (role: StaffRole) => `Make them ${role === 'admin' ? 'an' : 'a'} ${lower[role]}`,
  who: 'Who works here',
  me: 'you',
  seen: (at: string | null) => (at === null ? 'never signed in' : `signed in last ${formatMoment(at)}`),
  since: (at: string) => `since ${dayOf(at)}`,
  banned: 'Banned',
  factor: 'Second step on',
  noFactor: 'No second step',
  factorNeeded: 'Second step missing: nothing opens',
  take: (role: StaffRole) => `Take ${lower[role]} away`,
  means: ({ name, email }: StaffAccount, role: StaffRole) =>
    `${name === '' ? (email ?? 'They') : name} can do nothing as ${lower[role]} from this moment, also where they are signed in. The account stays, and the role can be given again.`,
  yes: 'Take it away',
  no: 'Leave it',
  unknown: (email: string) => `No account has ${email}. They sign up first; then it can have a role.`,
  done: ({ what, role, account }: Extract<End, { state: 'done' }>) =>
    what === 'given'
      ? `${account.email ?? account.name} is ${role === 'admin' ? 'an' : 'a'} ${lower[role]} now.`
      : `${account.email ?? account.name} is no ${lower[role]} any more.`,
} as const;

export const accountRefusals: OwnRefusals = {
  not_allowed: 'You are no business admin any more, or your second step has ended. Load the page again.',
  email_not_verified: 'The owner of this address has not confirmed it yet: anybody may have typed it.',
  coach_leads: 'They still lead sessions or camps. Please choose who takes over.',
  own_role: 'Nobody changes their own roles: ask another business admin. So there is always one.',
};
