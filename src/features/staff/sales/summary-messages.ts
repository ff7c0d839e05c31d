import type { Fault } from '#domain/fault.ts';
import { consentLabels, deskMessages, faultMessage } from './messages.ts';

const consentNames: Partial<Record<string, string>> = consentLabels;
const fieldNames: Partial<Record<string, string>> = {
  'parent.name': deskMessages.name,
  'parent.email': deskMessages.email,
  'parent.phone': deskMessages.phone,
  address: deskMessages.address,
  'discount.cents': deskMessages.off,
  'discount.reason': deskMessages.reason,
};
/** Returns an error for the summary. It begins with the field's name, because the summary has no label beside it. */
export function summaryMessage(fault: Fault, id: string): string {
  const [, at, fieldName] = /^children\[(\d+)\]\.(name|dob)$/.exec(id) ?? [];
  const name =
    at === undefined
      ? (fieldNames[id] ?? consentNames[id.replace('consents.', '')])
      : `${deskMessages.child(Number(at) + 1)}, ${fieldName === 'name' ? 'name' : 'date of birth'}`;
  return name === undefined ? faultMessage(fault, id) : `${name}: ${faultMessage(fault, id)}`;
}
