import type { BirthdayEnquiry } from '#contract/management-parties.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { mailLink } from '#domain/mail-link.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { SideFrame, SideWaiting } from '#ui/staff/SideFrame.tsx';
import { enquiryMessages, detailMessages } from './messages.ts';

export type Waiting =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; first: BirthdayEnquiry[]; more: boolean };

interface Props {
  waiting: Waiting;
  onRetry: () => void;
  onMake: (enquiry: BirthdayEnquiry) => void;
  onClose: () => void;
}

/** Staff turn an enquiry into a party or close it. */
export function Enquiries({ waiting, onRetry, onMake, onClose }: Props) {
  const title = 'enquiries-title';
  return (
    <SideFrame titleId={title} closeLabel={detailMessages.close} onClose={onClose}>
      {waiting.state === 'loading' ? (
        <SideWaiting titleId={title} title={enquiryMessages.title} />
      ) : (
        <>
          <h2 id={title}>{waiting.state === 'failed' ? enquiryMessages.failed : enquiryMessages.title}</h2>
          {waiting.state === 'failed' ? (
            <Button kind="solid" onClick={onRetry}>
              {failedMessages.again}
            </Button>
          ) : (
            <>
              <p className="quiet">
                {waiting.first.length === 0 ? enquiryMessages.none : enquiryMessages.text}{' '}
                {waiting.more && (
                  <a href={staffPaths.managementLeads}>
                    {enquiryMessages.newestEnquiries(waiting.first.length)}
                  </a>
                )}
              </p>
              {waiting.first.map((enquiry) => (
                <article key={enquiry.lead_id} className="sheet staff-party-enquiry">
                  <header>
                    <h3>{enquiry.name}</h3>
                    <span className="quiet">{enquiryMessages.deleted(enquiry.auto_delete_at)}</span>
                  </header>
                  <EnquiryFacts enquiry={enquiry} />
                  <div className="row">
                    <Button kind="solid" small onClick={() => onMake(enquiry)}>
                      {enquiryMessages.make}
                    </Button>
                    {enquiry.phone !== null && (
                      <a
                        href={whatsappLink(enquiry.phone, enquiryMessages.hello(enquiry.name))}
                        target="_blank"
                        rel="noopener"
                      >
                        {enquiryMessages.write}
                      </a>
                    )}
                    {enquiry.email !== null && <a href={mailLink(enquiry.email)}>{enquiryMessages.mail}</a>}
                  </div>
                </article>
              ))}
            </>
          )}
        </>
      )}
    </SideFrame>
  );
}

export function EnquiryFacts({ enquiry }: { enquiry: BirthdayEnquiry }) {
  const facts = enquiryMessages.facts([
    enquiryMessages.wished(enquiry.preferred_date),
    enquiryMessages.guests(enquiry.guests),
    enquiryMessages.turns(enquiry.child_age),
    enquiry.package,
  ]);
  return (
    <>
      {facts !== '' && <p>{facts}</p>}
      {enquiry.message !== null && <blockquote className="party-wish">{enquiry.message}</blockquote>}
    </>
  );
}
