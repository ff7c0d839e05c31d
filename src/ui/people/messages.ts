import type { Fault } from '#domain/fault.ts';

/** Labels of the three fields of a birth date. */
export const birthDateMessages = {
  day: { label: 'Day', hint: 'DD' },
  month: { label: 'Month', hint: 'MM' },
  year: { label: 'Year', hint: 'YYYY' },
};

export const fillInMessage = 'Please fill this in.';

/** Returns the error message of a field, for forms that have no messages of their own. */
export function faultMessage(fault: Fault): string {
  switch (fault.kind) {
    case 'missing':
      return fillInMessage;
    case 'no_such_date':
      return 'That date does not exist. Please check the day, the month and the year (4 digits).';
    case 'future_date':
      return 'This day is in the future. Please check it.';
    case 'not_a_child':
      return 'This is for children. Please check the year.';
    case 'email_form':
      return 'This e-mail address is not complete. Please check the @ and the ending, such as .com or .sg.';
    case 'phone_digits':
      return `A Singapore number has 8 digits. This one has ${fault.digits}.`;
    case 'phone_abroad': {
      const { code, digits, least, most } = fault;
      const wanted = least === most ? `${least}` : `${least} to ${most}`;
      return `A +${code} number has ${wanted} digits after +${code}. This one has ${digits}.`;
    }
    case 'phone_form':
      return 'We can’t call this number. Singapore numbers have 8 digits; numbers from abroad begin with +.';
    case 'choose':
      return 'Please choose one.';
    case 'not_accepted':
      return 'This was not accepted. Please check it again.';
    default:
      return 'Please check this again.';
  }
}

export const summaryTitle = (count: number): string =>
  `Please fix ${count === 1 ? 'one thing' : `${count} things`}`;

export const personLabels = { name: 'Full name', relationship: 'Relationship', phone: 'Mobile' } as const;

export const knownChildrenLabel = 'One of your children?';

export const meantMessages = 'Did you mean';

export const countryLabel = 'Country code';
/** Returns the short label of a country. A foreign number already shows its calling code. */
export const countryShown = (country: string, code: string): string =>
  code === '65' ? `+${code} ▾` : `${country} ▾`;
