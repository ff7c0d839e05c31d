import { useState } from 'react';
import type { BirthdayEnquiry } from '#contract/management-parties.ts';
import { SideFrame } from '#ui/staff/SideFrame.tsx';
import { createParty } from './api.ts';
import { EnquiryFacts } from './Enquiries.tsx';
import { createPartyForm } from './form.ts';
import { formMessages, detailMessages } from './messages.ts';
import { draftOf, type PartyOptions } from './model.ts';
import { PartyForm } from './PartyForm.tsx';

interface Props {
  enquiry: BirthdayEnquiry | null;
  options: PartyOptions;
  onMade: (id: string) => void;
  onClose: () => void;
}

export function NewParty({ enquiry, options, onMade, onClose }: Props) {
  const [form] = useState(() => {
    /** The id is created here, so that sending again after a lost answer makes only one party. */
    const party_id = crypto.randomUUID();
    return createPartyForm({
      before: draftOf(enquiry),
      send: (party) => createParty({ ...party, party_id, lead_id: enquiry?.lead_id ?? null }),
      onSent: (party) => onMade(party.party_id),
    });
  });
  return (
    <SideFrame titleId="new-party" closeLabel={detailMessages.close} onClose={onClose}>
      <h2 id="new-party">{formMessages.create}</h2>
      {enquiry !== null && (
        <div className="party-said">
          <EnquiryFacts enquiry={enquiry} />
        </div>
      )}
      <PartyForm form={form} options={options} save={formMessages.saveNew} onLeave={onClose} />
    </SideFrame>
  );
}
