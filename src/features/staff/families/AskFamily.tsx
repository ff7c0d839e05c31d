import type { FamilyPage } from '#contract/management-families.ts';
import { type AskOutcome, askOutcome } from '#api/ask-details.ts';
import { AskParents } from '#ui/staff/health/AskParents.tsx';
import { askFamily } from './api.ts';
import { phoneMessages } from './phone-messages.ts';

interface Props {
  child: FamilyPage['children'][number];
  details: FamilyPage;
}

const askedDetails = ['health', 'emergency_contact'] as const;

async function ask(childId: string): Promise<AskOutcome> {
  const answer = await askFamily(childId);
  return answer.ok ? askOutcome(answer.value) : 'failed';
}

/** Asks the parents for a child's health or an emergency contact, whichever is missing. */
export function AskFamily({ child, details: { parents, contact } }: Props) {
  const missingDetails = askedDetails.filter((detail) => child.details_missing.includes(detail));
  if (missingDetails.length === 0) return null;
  const people = (parents.length === 0 ? [contact] : parents).flatMap(({ name, phone }) =>
    phone === null ? [] : [{ name, phone }],
  );
  return (
    <AskParents
      about={{
        name: child.name,
        missing: missingDetails.map((detail) => phoneMessages.asked[detail]).join(', '),
      }}
      parents={people}
      onAsk={() => ask(child.id)}
    />
  );
}
