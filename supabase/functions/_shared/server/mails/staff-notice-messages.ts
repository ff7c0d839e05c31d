import type { StaffTopic } from './staff-mails.ts';

interface NoticeMessage {
  subject: string;
  heading: string;
  text: string;
  button: string;
  /** Of the screen where it is done. */
  path: string;
}

export const noticeMessages: Record<StaffTopic, NoticeMessage> = {
  decisions: {
    subject: 'A payment needs your decision',
    heading: 'A payment needs your decision.',
    text: 'It does not match its order, so nothing happens until somebody decides.',
    button: 'Open decisions',
    path: '/management/decisions',
  },
  disputes: {
    subject: 'A payment is disputed',
    heading: 'A bank disputes a payment.',
    text: 'Stripe tells you until when it takes your evidence. Until it is decided, nothing of this payment is refunded.',
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
    subject: 'E-mails come back',
    heading: 'E-mails to a family come back.',
    text: 'Please call them and ask for their address. You get this e-mail at most once an hour.',
    button: 'Open Today',
    path: '/management',
  },
  waitlists: {
    subject: 'A family joined a waitlist',
    heading: 'A family joined a waitlist.',
    text: 'Perhaps there is room for one more, or for another class. You get this e-mail at most once an hour.',
    button: 'Open waitlists',
    path: '/management/waitlists',
  },
};
