import type { Fault } from '#domain/fault.ts';

/** What is wrong with a field, beside it: in general where its form has no words of its own. */
export function faultWords(fault: Fault): string {
  switch (fault.kind) {
    case 'missing':
      return 'Please fill this in.';
    case 'no_such_date':
      return 'That date does not exist. Please check day, month and year (4 digits).';
    case 'future_date':
      return 'This day is still to come.';
    case 'not_a_child':
      return 'This is for children. Please check the year.';
    case 'email_form':
      return 'Something is missing, such as the @ or an ending like .com or .sg';
    case 'phone_digits':
      return `A Singapore number has 8 digits. This one has ${fault.digits}.`;
    case 'phone_abroad': {
      const { code, digits, least, most } = fault;
      const wanted = least === most ? `${least}` : `${least} to ${most}`;
      return `A number of +${code} has ${wanted} digits after +${code}. This one has ${digits}.`;
    }
    case 'phone_form':
      return 'We cannot call this number. Singapore numbers have 8 digits; numbers from abroad begin with +.';
    case 'choose':
      return 'Please choose one.';
    case 'not_accepted':
      return 'This was not accepted. Please check it again.';
    default:
      return 'Please check this again.';
  }
}

/** Over the list of what is wrong with a form. */
export const summaryTitle = (count: number): string =>
  `Please fix ${count === 1 ? 'one thing' : `${count} things`}`;

/** Of somebody who may collect a child, or whom we call. */
export const personLabels = { name: 'Full name', relationship: 'Who it is', phone: 'Mobile' } as const;

/** Before the buttons of one's own children. */
export const knownChildrenLabel = 'One of yours?';

/** Before an address that differs in a letter or two: the field offers it. */
export const meantWords = 'Did you mean';

export const countryLabel = 'Country of the number';
/** In little room: a number from abroad carries its calling code itself. */
export const countryShown = (country: string, code: string): string =>
  code === '65' ? `+${code} ▾` : `${country} ▾`;
