import { bookingPath, paths } from '../../config/paths.ts';

export interface Link {
  label: string;
  href: string;
}

/** The main links in the specification's order (spec 1 §2). "WhatsApp Us" opens a dialog and is not an address. */
export const mainLinks: readonly Link[] = [
  { label: 'Fun-Start', href: paths.tryOut },
  { label: 'Camps', href: paths.camps },
  { label: 'Birthdays', href: paths.birthdays },
  { label: 'Sessions', href: bookingPath },
  { label: 'About', href: paths.about },
  { label: 'How It Works', href: paths.home },
];

/** Quick links of the footer (spec 2 §2); "Contact Us" stands beside them as a button. */
export const footerLinks: readonly Link[] = [
  { label: 'Home', href: paths.home },
  { label: 'About Us', href: paths.about },
  { label: 'Try-Out Package', href: paths.tryOutForKids },
  { label: 'Holiday Camps', href: paths.camps },
  { label: 'Birthday Parties', href: paths.birthdays },
  { label: 'Weekend Classes', href: bookingPath },
  { label: 'Terms', href: paths.terms },
  { label: 'Privacy', href: paths.privacy },
  { label: 'Terms of Service', href: paths.termsOfService },
];
