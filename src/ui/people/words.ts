import type { PersonFault } from '../../domain/person.ts';

/** What is wrong with a birth date, an address or a number, beside its field. */
export function personWords(fault: PersonFault): string {
  switch (fault.kind) {
    case 'missing':
      return 'Please fill this in.';
    case 'no_such_date':
      return 'The calendar has no such day. Please look at day, month and year (4 digits).';
    case 'future_date':
      return 'This day is still to come.';
    case 'not_a_child':
      return 'This is for children. Did the year slip?';
    case 'email_form':
      return 'Something is missing, like the @ or the end .com or .sg';
    case 'phone_digits':
      return `A Singapore number has 8 digits. This one has ${fault.digits}.`;
    case 'phone_abroad': {
      const { code, digits, least, most } = fault;
      const wanted = least === most ? `${least}` : `${least} to ${most}`;
      return `A number of +${code} has ${wanted} digits after +${code}. This one has ${digits}.`;
    }
    case 'phone_form':
      return 'We cannot call this number. Singapore’s have 8 digits; those of abroad begin with +.';
  }
}

/** Over the list of what is wrong with a form. */
export const summaryTitle = (count: number): string =>
  count === 1 ? 'One thing needs another look' : `${count} things need another look`;

/** Before an address that differs in a letter or two: the field offers it. */
export const meantWords = 'Did you mean';

export const countryLabel = 'Country of the number';
/** In little room: a number from abroad carries its calling code itself. */
export const countryShown = (country: string, code: string): string =>
  code === '65' ? `+${code} ▾` : `${country} ▾`;
