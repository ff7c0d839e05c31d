import { phonePurposes } from '#contract/family-child.ts';
import type { FamilyPage } from '#contract/management-families.ts';
import { fetchConsentTexts } from './api.ts';
import { ChangeButtons } from './ChangeButtons.tsx';
import type { FamilyDetailsStore } from './detail.ts';
import { type AboutConsent, phoneConsent } from './phone-changes.ts';
import { phoneMessages } from './phone-messages.ts';

interface Props {
  detail: FamilyDetailsStore;
  details: FamilyPage;
  busy: boolean;
}

const childPurposes = phonePurposes.filter((purpose) => purpose !== 'marketing');

/** Reads the current words and opens the form, because they are part of the form. */
async function openConsent(
  detail: FamilyDetailsStore,
  details: FamilyPage,
  about: AboutConsent,
): Promise<void> {
  const answer = await fetchConsentTexts();
  if (!answer.ok) {
    detail.$outcome.set({ state: 'refused', code: answer.code });
    return;
  }
  const text = answer.value.findLast(({ purpose }) => purpose === about.purpose);
  if (text) detail.openChange(phoneConsent(details, about, text));
}

/** Staff read the words to a parent by phone and record the answer. */
export const PhoneConsents = ({ detail, details, busy }: Props) => (
  <details className="phone-consents no-print">
    <summary>{phoneMessages.record}</summary>
    <p className="quiet">{phoneMessages.recordHint}</p>
    {details.children.map(({ id, name }) => (
      <div key={id}>
        <h3>{name}</h3>
        <ChangeButtons
          name={name}
          busy={busy}
          changes={childPurposes.map((purpose) => [
            phoneMessages.purpose(purpose),
            () => void openConsent(detail, details, { purpose, childId: id }),
          ])}
        />
      </div>
    ))}
    <ChangeButtons
      name={details.family.name}
      busy={busy}
      changes={[
        [
          phoneMessages.purpose('marketing'),
          () => void openConsent(detail, details, { purpose: 'marketing', childId: null }),
        ],
      ]}
    />
  </details>
);
