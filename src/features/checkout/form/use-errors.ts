import { useErrorOf } from '#ui/kit/form/Form.tsx';
import { faultMessage } from '../messages.ts';
import type { CheckoutForm } from './form.ts';

export const useErrors = (form: CheckoutForm) => useErrorOf(form, (fault, id) => faultMessage(id, fault));
