import { useState } from 'react';
import type { BirthdayEnquiry } from '#contract/management-parties.ts';
import { errorText } from '#api/error-text.ts';
import { SideFrame } from '#ui/staff/SideFrame.tsx';
import { createParty } from './api.ts';
import { EnquiryFacts } from './Enquiries.tsx';
import { formWords, refusals, storyWords } from './messages.ts';
import { bodyOf, draftOf, type PartyDraft, type Known } from './model.ts';
import { PartyForm } from './PartyForm.tsx';

interface Props {
  enquiry: BirthdayEnquiry | null;
  known: Known;
  onMade: (id: string) => void;
  onClose: () => void;
}

export function NewParty({ enquiry, known, onMade, onClose }: Props) {
  const [before] = useState(() => draftOf(enquiry));
  /** The id is created here, so that sending again after a lost answer makes one party. */
  const [party_id] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ field: string | null; words: string } | null>(null);
  async function make(draft: PartyDraft): Promise<void> {
    setBusy(true);
    setRefused(null);
    const body = { ...bodyOf(draft), party_id, lead_id: enquiry?.lead_id ?? null };
    const answer = await createParty(body);
    setBusy(false);
    if (answer.ok) onMade(answer.value.party_id);
    else
      setRefused({
        field: answer.code === 'invalid_input' ? (answer.field ?? null) : null,
        words: await errorText(answer.code, refusals),
      });
  }
  return (
    <SideFrame titleId="new-party" closeLabel={storyWords.close} onClose={onClose}>
      <h2 id="new-party">{formWords.create}</h2>
      {enquiry !== null && (
        <div className="party-said">
          <EnquiryFacts enquiry={enquiry} />
        </div>
      )}
      <PartyForm
        {...{ before, known, busy, refused }}
        save={formWords.saveNew}
        onSave={(draft) => void make(draft)}
        onLeave={onClose}
      />
    </SideFrame>
  );
}
