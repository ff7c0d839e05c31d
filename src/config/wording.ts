import { paths } from './paths.ts';

export interface Screen {
  /** The id is also part of the document's id in Studio. */
  id: string;
  title: string;
  icon: string;
  /** The page where editors can see the sentences, or null for sentences of e-mails. */
  page: string | null;
  /** A text that tells editors where the sentences are shown. */
  where: string;
  /** Files with sentences, or folders whose message files belong to this screen. */
  files: readonly string[];
}

const mails = 'supabase/functions/_shared/server/mails/';
const family = 'src/features/family/';
const everyMail = 'If several e-mails have the same sentence, it changes in all of them.';

/** The screens in the order in which families see them. A file belongs to the first screen that names it. */
export const screens: readonly Screen[] = [
  {
    id: 'prices',
    title: 'Prices and passes',
    icon: '🏷️',
    page: paths.passes,
    where: 'Cards of passes and camps: sold out, spots left, early-bird steps, and the button that buys.',
    files: [
      'src/ui/camps/messages.ts',
      'src/features/camps/',
      'src/features/passes/',
      'supabase/functions/_shared/contract/pass-end.ts',
    ],
  },
  {
    id: 'consent',
    title: 'Question about statistics',
    icon: '🍪',
    page: paths.privacy,
    where: 'The card that asks a new visitor, and the same choices on the page about privacy.',
    files: ['src/ui/consent/messages.ts'],
  },
  {
    id: 'sign-in',
    title: 'Sign-in',
    icon: '🔑',
    page: paths.auth,
    where: 'Signing in, creating an account, and choosing a password.',
    files: ['src/features/auth/'],
  },
  {
    id: 'checkout',
    title: 'Checkout',
    icon: '🛒',
    page: paths.checkout,
    where: 'The form between a choice and the payment. Choose a class or a pass first.',
    files: ['src/features/checkout/', 'src/features/payment-link/', 'src/domain/voucher-messages.ts'],
  },
  {
    id: 'confirmation',
    title: 'After the payment',
    icon: '🎉',
    page: paths.paymentSuccess,
    where: 'The page that Stripe returns to, and buttons for a calendar.',
    files: ['src/features/confirmation/', 'src/ui/calendar-link/messages.ts'],
  },
  {
    id: 'waitlist',
    title: 'Waitlist',
    icon: '⏳',
    page: paths.waitlist,
    where: 'Joining a waitlist, waiting, and taking an offered spot.',
    files: ['src/features/waitlist/', 'src/domain/waitlist-messages.ts'],
  },
  {
    id: 'managing',
    title: 'Changing a booking',
    icon: '🔁',
    page: paths.manageBooking,
    where: 'The page behind the link in our e-mails: cancelling, moving, and booking with a pass.',
    files: ['src/features/after-sale/', 'src/domain/session-messages.ts'],
  },
  {
    id: 'booking',
    title: 'Booking on Home',
    icon: '🛹',
    page: paths.home,
    where: 'The steps on Home that choose a team and a class.',
    files: ['src/features/booking/', 'src/features/tryout/'],
  },
  {
    id: 'partners',
    title: 'On partners’ sites',
    icon: '🏫',
    page: paths.embedTimetable,
    where: 'The timetable and the camps that schools and condominiums show on their own sites.',
    files: ['src/features/embed/'],
  },
  {
    id: 'quiz',
    title: 'Quiz',
    icon: '❓',
    page: paths.home,
    where: 'The words around the quiz’s own questions, which are in Pages → Quiz.',
    files: ['src/features/quiz/'],
  },
  {
    id: 'forms',
    title: 'Forms and news',
    icon: '📝',
    page: paths.birthdays,
    where: 'Enquiries, answers to a birthday invitation, and the page that stops news.',
    files: [
      'src/features/forms/',
      'src/features/birthdays/',
      'src/features/stop-news/',
      'src/features/proof/',
    ],
  },
  {
    id: 'assistant',
    title: 'Assistant and chats',
    icon: '💬',
    page: paths.home,
    where: 'The assistant’s frame and the texts that a parent’s WhatsApp message starts with.',
    files: ['src/features/chat/'],
  },
  {
    id: 'family-today',
    title: 'Family Base: today',
    icon: '🏡',
    page: paths.familyBase,
    where: 'What a signed-in parent reads first: what is next, tasks, and facts.',
    files: ['src/features/family/today/'],
  },
  {
    id: 'family-book',
    title: 'Family Base: booking',
    icon: '📅',
    page: paths.familyBook,
    where: 'Booking sessions with a pass.',
    files: ['src/features/family/book/'],
  },
  {
    id: 'family-child',
    title: 'Family Base: a child',
    icon: '🧒',
    page: paths.familyChild,
    where: 'A child’s details, health, photo, consents and growth reports; reviews of camps.',
    files: [`${family}child/`, `${family}growth/`, `${family}reviews/`, 'src/domain/growth-messages.ts'],
  },
  {
    id: 'family-passes',
    title: 'Family Base: passes',
    icon: '🎟️',
    page: paths.familyPasses,
    where: 'Passes, credits, receipts and the balance.',
    files: ['src/features/family/passes/'],
  },
  {
    id: 'family-parents',
    title: 'Family Base: parents',
    icon: '👪',
    page: paths.familyParents,
    where: 'The parent’s own details, the second parent, who may collect, and consents.',
    files: ['src/features/family/parents/'],
  },
  {
    id: 'family-privacy',
    title: 'Family Base: privacy',
    icon: '🔒',
    page: paths.familyPrivacy,
    where: 'What we store, a copy of it, and deleting the family.',
    files: ['src/features/family/privacy/', 'src/features/family/', 'src/ui/family/'],
  },
  {
    id: 'mails-booking',
    title: 'E-mails: bookings',
    icon: '📧',
    page: null,
    where: `E-mails about what was booked and paid, and the day before. ${everyMail}`,
    files: [
      `${mails}BookingConfirmed.tsx`,
      `${mails}BeforeYouCome.tsx`,
      `${mails}SessionReminder.tsx`,
      ...[`${mails}CampPhotosReady.tsx`, `${mails}CampReviewAsked.tsx`],
      `${mails}PaidLateChoice.tsx`,
      `${mails}PaymentFailed.tsx`,
      ...[`${mails}InstalmentMails.tsx`, `${mails}Instalments.tsx`],
      `${mails}Receipt.tsx`,
      `${mails}Sessions.tsx`,
      `${mails}OrderLink.tsx`,
      `${mails}order-mails.ts`,
      `${mails}order.ts`,
      `${mails}file-messages.ts`,
      `${mails}GiftVoucher.tsx`,
    ],
  },
  {
    id: 'mails-changes',
    title: 'E-mails: changes and refunds',
    icon: '↩️',
    page: null,
    where: `E-mails after something was moved, cancelled or refunded. ${everyMail}`,
    files: [
      `${mails}CancelledByUs.tsx`,
      `${mails}cancelled-messages.ts`,
      `${mails}OrderCancelled.tsx`,
      `${mails}OrderMoved.tsx`,
      `${mails}LeftPlaces.tsx`,
      `${mails}LeftPasses.tsx`,
      `${mails}PlaceChanged.tsx`,
      `${mails}place-change.ts`,
      `${mails}place-mails.ts`,
      `${mails}RefundSent.tsx`,
      `${mails}Refunds.tsx`,
      `${mails}refund-messages.ts`,
      `${mails}after-sale-mails.ts`,
    ],
  },
  {
    id: 'mails-waitlist',
    title: 'E-mails: waitlist',
    icon: '⌛',
    page: null,
    where: `E-mails to families that wait for a spot. ${everyMail}`,
    files: [
      ...[`${mails}WaitlistCancelledByUs.tsx`, `${mails}WaitlistConfirm.tsx`, `${mails}WaitlistJoined.tsx`],
      ...[`${mails}WaitlistOffer.tsx`, `${mails}WaitlistOpen.tsx`, `${mails}WaitlistRemoved.tsx`],
      ...[`${mails}waitlist-mails.ts`],
    ],
  },
  {
    id: 'mails-passes',
    title: 'E-mails: passes',
    icon: '🎫',
    page: null,
    where: `E-mails about sessions booked with a pass, its end and its renewal. ${everyMail}`,
    files: [
      ...[`${mails}ClassBooked.tsx`, `${mails}ClassCancelled.tsx`, `${mails}PassExpiring.tsx`],
      ...[`${mails}Passes.tsx`, `${mails}PaymentProblem.tsx`, `${mails}RenewalChanged.tsx`],
      ...[`${mails}RenewalPaid.tsx`, `${mails}pass-mails.ts`],
    ],
  },
  {
    id: 'mails-phones',
    title: 'WhatsApp and SMS',
    icon: '📱',
    page: null,
    where:
      'Messages to phones, sent by us when a class or camp of today is cancelled or changed. WhatsApp puts them into the template that Meta has approved.',
    files: ['supabase/functions/_shared/server/phone/text.ts'],
  },
  {
    id: 'chats',
    title: 'WhatsApp texts of the office',
    icon: '🟢',
    page: null,
    where:
      'What a WhatsApp message of staff to a family starts with. Staff can change it before they send it.',
    files: ['src/ui/staff/chat-messages.ts'],
  },
  {
    id: 'mails',
    title: 'E-mails: families and parties',
    icon: '✉️',
    page: null,
    where: `All other e-mails to families, and the line at the end of each e-mail. ${everyMail}`,
    files: [mails],
  },
  {
    id: 'everywhere',
    title: 'On several screens',
    icon: '🧩',
    page: null,
    where: 'Fields of forms, and short words that many screens share.',
    files: [
      ...['src/layouts/Document.astro', 'src/layouts/FootLine.astro', 'src/features/navigation/'],
      ...['src/features/home/', 'src/features/epic/', 'src/features/popups/', 'src/features/legal/'],
      ...['src/ui/sections/', 'src/content/messages.ts', 'src/pages/_Checkout.astro'],
      ...['src/pages/camp-booking-success.astro', 'src/pages/payment-success.astro'],
      ...['src/pages/manage-booking.astro', 'src/pages/waitlist.astro'],
      ...['src/ui/people/messages.ts', 'src/ui/failed/messages.ts', 'src/ui/kit/'],
      ...['src/domain/offline-messages.ts', 'src/domain/too-many-attempts.ts'],
      ...['src/domain/phone-messages.ts', 'src/features/watch/', 'src/features/blocks/messages.ts'],
    ],
  },
];

/** Returns whether a file has sentences for families. Sentences for staff stay in the code. */
const holdsSentences = (file: string) =>
  file.startsWith(mails)
    ? /\.tsx?$/.test(file)
    : /\/[\w-]*messages\.ts$|\.tsx$|\.astro$/.test(file) && !file.includes('/gallery/');

export const screenOf = (file: string): Screen | null =>
  screens.find(({ files }) =>
    files.some((one) => (one.endsWith('/') ? file.startsWith(one) && holdsSentences(file) : file === one)),
  ) ?? null;
