create table public.mail_wordings (
  id bigint generated always as identity primary key,
  sentences jsonb not null check (jsonb_typeof(sentences) = 'object'),
  updated_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.mail_wordings is 'Versions of the sentences of mails that Studio has changed. A mail refers to '
  'the version of its time, because a repeated attempt must send the same mail. Service only.';
comment on column public.mail_wordings.sentences is 'The changed text by our sentence: {"We hold {} until {}.": "Until '
  '{1} we keep {0}."}. The numbers are the values of our sentence in their order.';
comment on column public.mail_wordings.updated_at is
  'Of the newest document: an older state of the documents never replaces a newer one.';

alter table public.mail_wordings enable row level security;
revoke all on table public.mail_wordings from anon, authenticated, service_role;

create function public.publish_mail_wording(p_sentences jsonb, p_updated_at timestamptz)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_last public.mail_wordings;
begin
  if jsonb_typeof(p_sentences) is distinct from 'object' or p_updated_at is null or length(p_sentences::text) > 200000 or exists (
    select from jsonb_each(p_sentences) s
    where jsonb_typeof(s.value) <> 'string' or length(s.key) > 2000 or length(s.value #>> '{}') not between 1 and 4000
      or (s.value #>> '{}') ~ '[[:cntrl:]]') then
    perform private.fail('invalid_input', 'p_sentences');
  end if;
  -- Two publications at once would both add a version.
  perform pg_advisory_xact_lock(hashtextextended('mail_wordings', 0));
  select * into v_last from public.mail_wordings order by id desc limit 1;
  if v_last.updated_at > p_updated_at or coalesce(v_last.sentences, '{}') = p_sentences then
    return jsonb_build_object('changed', false);
  end if;
  insert into public.mail_wordings (sentences, updated_at) values (p_sentences, p_updated_at);
  -- No mail is tried again after so long.
  delete from public.mail_wordings w
  where w.created_at < clock_timestamp() - interval '90 days' and exists (
    select from public.mail_wordings later
    where later.id > w.id and later.created_at < clock_timestamp() - interval '90 days');
  return jsonb_build_object('changed', true);
end;
$$;
comment on function public.publish_mail_wording(jsonb, timestamptz) is
  'Stores the changed sentences of mails as a new version, unless they are the same or older -> {changed}. Refuses '
  'invalid_input (p_sentences). Definer: the only writer of mail_wordings; only the service role may call.';
grant execute on function public.publish_mail_wording(jsonb, timestamptz) to service_role;

create function public.get_mail_wordings(p_ids jsonb)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(id, sentences), '{}') from public.mail_wordings
  where id in (select value::bigint from jsonb_array_elements_text(p_ids));
$$;
comment on function public.get_mail_wordings(jsonb) is 'The changed sentences of these versions (a list of ids): '
  '{version: sentences}. Definer: mail_wordings has no read grant; only the service role may call.';
grant execute on function public.get_mail_wordings(jsonb) to service_role;

create function private.attach_wording()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_last public.mail_wordings;
begin
  select * into v_last from public.mail_wordings order by id desc limit 1;
  if v_last.sentences <> '{}' then
    new.payload := new.payload || jsonb_build_object('wording', v_last.id);
  end if;
  return new;
end;
$$;
comment on function private.attach_wording() is
  'Trigger on the outbox and phone_messages: a message stores the version of the changed sentences, if there are any. '
  'Definer: mail_wordings has no read grant.';
create trigger wording before insert on public.outbox for each row execute function private.attach_wording();
