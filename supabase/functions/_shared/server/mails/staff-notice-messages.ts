import type { StaffTopic } from './staff-mails.ts';

interface NoticeMessage {
  subject: string;
  heading: string;
  text: string;
  button: string;
  path: string;
}

export const noticeMessages: Record<StaffTopic, NoticeMessage> = {
  decisions: {
    subject: 'A payment needs your decision',
    heading: 'A payment needs your decision.',
    text: 'It came late or twice, does not match its order, or was refunded in Stripe. Please open it and decide.',
    button: 'Open decisions',
    path: '/management/decisions',
  },
  disputes: {
    subject: 'A payment is disputed',
    heading: 'A customer has disputed a payment with their bank.',
    text: 'Please check the deadline for evidence in Stripe. We do not refund this payment until the dispute is decided.',
    button: 'Open decisions',
    path: '/management/decisions',
  },
  first_aid: {
    subject: 'First aid was given',
    heading: 'A coach gave first aid.',
    text: 'Please check that a parent was told in person or by phone.',
    button: 'Open first aid',
    path: '/management/first-aid',
  },
  bounced_mails: {
    subject: 'E-mails have bounced',
    heading: 'E-mails to one or more families have bounced.',
    text: 'Please call each family listed under Today and ask for an e-mail address that works. You get this e-mail at most once an hour.',
    button: 'Open Today',
    path: '/management',
  },
  waitlists: {
    subject: 'Families joined a waitlist',
    heading: 'One or more families joined a waitlist.',
    text: 'Please check whether you can add spots or a class. You get this e-mail at most once an hour.',
    button: 'Open waitlists',
    path: '/management/waitlists',
  },
  coach_absences: {
    subject: 'Sessions need a coach',
    heading: 'One or more sessions or camps need a coach.',
    text: 'Their coach is absent, or they have none. Today lists those in the coming weeks until each one has a coach.',
    button: 'Open Today',
    path: '/management',
  },
};
