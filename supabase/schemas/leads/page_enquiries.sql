-- A form on a page of content sends an enquiry.

create function public.enquire_from_page(p_enquiry jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_page constant text := p_enquiry ->> 'page';
  v_name text;
  v_email text;
  v_phone text;
  v_message text;
  v_lead public.leads;
begin
  perform private.check_object(p_enquiry, 'p_enquiry', 20000);
  if v_page is null or length(v_page) > 60 or v_page !~ '^(/[a-z0-9]+(-[a-z0-9]+)*){1,2}$' then
    perform private.fail('invalid_input', 'page');
  end if;
  v_name := private.check_text(p_enquiry -> 'parent_name', 'parent_name', 120);
  v_email := private.check_email(p_enquiry -> 'email', 'email');
  if private.is_given(p_enquiry -> 'phone') then v_phone := private.check_phone(p_enquiry -> 'phone', 'phone'); end if;
  v_message := private.check_lines(p_enquiry -> 'message', 'message', 4000);

  -- A repeated enquiry, for example after a lost answer, is stored once.
  perform pg_advisory_xact_lock(hashtextextended('page enquiry ' || v_email, 0));
  if exists (
    select from public.leads l
    where l.email = v_email and l.source = 'page_enquiry' and l.created_at > (select clock_timestamp() - interval '1 day')
      and (l.notes ->> 'page', l.notes ->> 'message') is not distinct from (v_page, v_message)) then
    return jsonb_build_object('received', true);
  end if;
  v_lead := private.add_lead(v_name, v_email, v_phone, 'page_enquiry', 'new', null, null);
  update public.leads set notes = notes || jsonb_strip_nulls(jsonb_build_object('page', v_page, 'message', v_message))
  where id = v_lead.id;
  return jsonb_build_object('received', true);
end;
$$;
comment on function public.enquire_from_page(jsonb) is
  'Stores an enquiry from a page. Takes {page, parent_name, email, phone?, message?} and returns {received}. Sends no '
  'mail, because anybody can type any address. Definer: visitors write leads only through these checks.';
grant execute on function public.enquire_from_page(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.enquire_from_page(jsonb)', 'enquire_from_page');
