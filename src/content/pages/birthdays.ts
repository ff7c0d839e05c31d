import { sanity } from '../client.ts';
import { faqsOf, getFaqs } from '../faqs.ts';
import { chosen, chosenOrAll } from '../loaded.ts';
import { getBirthdayPackages } from '../packages.ts';
import { once } from '../once.ts';
import { birthdaysPageQuery } from '../queries/pages.ts';
import { seoOf } from '../settings.ts';
import { getForms } from '../widgets.ts';
import { getTestimonials, testimonialsOf } from '../testimonials.ts';
import { loadPage } from './page.ts';

export type BirthdaysPage = Awaited<ReturnType<typeof getBirthdaysPage>>;

export const getBirthdaysPage = once(async (report) => {
  const document = await sanity().fetch(birthdaysPageQuery);
  const [{ page, settings, named }, packages, forms, testimonials, faqs] = await Promise.all([
    loadPage(document, 'birthdaysPage', report),
    getBirthdayPackages(report),
    getForms(report),
    getTestimonials(report),
    getFaqs(report),
  ]);
  const { enquiry } = page;
  return {
    ...page,
    packages: page.packages && {
      ...page.packages,
      packages: chosenOrAll(page.packages.packages, packages, named, 'packages').filter(
        ({ available }) => available,
      ),
    },
    testimonials: page.testimonials && {
      ...page.testimonials,
      testimonials: testimonialsOf(page.testimonials.testimonials, testimonials, named, 'birthdays'),
    },
    enquiry: enquiry && {
      ...enquiry,
      form: chosen(enquiry.form === null ? [] : [enquiry.form], forms, named, 'enquiry')[0] ?? null,
    },
    faq: page.faq && { ...page.faq, items: faqsOf(page.faq.topics, faqs, named) },
    seo: seoOf(page.seo, settings),
  };
});
