import { formatPhone } from '#contract/phone-format.ts';
import type { Child } from '../model.ts';
import { handOverMessages } from './messages.ts';

export function CallParents({ parents }: { parents: Child['collecting_parents'] }) {
  return (
    <p className="call-parents">
      {parents.map(({ name, phone }) =>
        phone === null ? null : (
          <a key={name + phone} className="button line" href={`tel:${phone}`}>
            {handOverMessages.call(name)} <b className="numbers">{formatPhone(phone)}</b>
          </a>
        ),
      )}
    </p>
  );
}
