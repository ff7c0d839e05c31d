import { familyMails } from '#studio/mail-samples/family-mails.ts';
import { staffMails } from './staff-mails.ts';

/** Payloads of every mail template, in each form in which SQL may write them to the outbox. */
export const everyMail: Record<string, object[]> = { ...familyMails, ...staffMails };
