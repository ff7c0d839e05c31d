import { createElement } from 'react';
import * as v from 'valibot';
import { formatDate } from './format.ts';
import { BirthdayEnquiry } from './BirthdayEnquiry.tsx';
import { BirthdayEnquiryNotice } from './BirthdayEnquiryNotice.tsx';
import type { Template } from './content.ts';
import { plainName } from './greeting.ts';

const Enquiry = v.object({
  parent_name: v.string(),
  preferred_date: v.nullable(v.string()),
  guests: v.nullable(v.number()),
  party: v.nullable(v.string()),
});
const EnquiryNotice = v.object({
  ...Enquiry.entries,
  email: v.string(),
  phone: v.nullable(v.string()),
  has_message: v.boolean(),
});
export type Enquiry = v.InferOutput<typeof Enquiry>;
export type EnquiryNotice = v.InferOutput<typeof EnquiryNotice>;

export const enquiryTemplates: Record<string, Template> = {
  birthday_enquiry: (payload) => ({
    subject: 'Your birthday enquiry has arrived',
    body: createElement(BirthdayEnquiry, { enquiry: v.parse(Enquiry, payload) }),
  }),
  birthday_enquiry_notice: (payload) => {
    const enquiry = v.parse(EnquiryNotice, payload);
    const day = enquiry.preferred_date === null ? 'no day yet' : formatDate(enquiry.preferred_date);
    return {
      subject: `Birthday enquiry: ${plainName(enquiry.parent_name) ?? 'a family'}, ${day}`,
      body: createElement(BirthdayEnquiryNotice, { enquiry }),
    };
  },
};
