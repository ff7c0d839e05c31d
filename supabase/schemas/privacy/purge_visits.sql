-- Each purge deletes a few thousand rows at a time (purge.sql). Parallel calls take different rows.

create function private.purge_leads()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.leads where id = any (array(
    select id from public.leads where auto_delete_at <= (select clock_timestamp())
    order by auto_delete_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_leads() is
  'Deletes leads past auto_delete_at, with their reservations and enquiries. Returns the number of leads.';

create function private.purge_form_drafts()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.form_drafts where token = any (array(
    select token from public.form_drafts where updated_at < private.expiry('form_drafts')
    order by updated_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_form_drafts() is 'Deletes abandoned drafts. Returns how many.';

create function private.forget_responses(p_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
  delete from public.form_response_health where response_id = any (p_ids);
  delete from public.party_news where response_id = any (p_ids);
  update public.form_response_guests set name = null where response_id = any (p_ids);
  update public.form_responses set
    contact_name = null, contact_email = null, contact_phone = null, answers = '{}', anonymised_at = clock_timestamp()
  where id = any (p_ids)
$$;
comment on function private.forget_responses(uuid[]) is
  'Removes personal data from form responses. Numbers and ages of guests stay. The caller has locked the responses.';

create function private.purge_form_responses()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select r.id from public.form_responses r
    where r.anonymised_at is null
      and coalesce((select ends_at from public.parties where id = r.party_id), r.submitted_at)
        < private.expiry('form_responses')
    order by r.submitted_at limit 1000 for update skip locked) due;
  perform private.forget_responses(v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_form_responses() is
  'Anonymises responses after their party''s retention period. Returns how many.';

create function private.forget_parties(p_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
  update public.parties set
    title = 'Party', host_name = 'Host', host_email = null, host_phone = null, family_id = null,
    anonymised_at = clock_timestamp()
  where id = any (p_ids)
$$;
comment on function private.forget_parties(uuid[]) is
  'Removes the host from parties. Time, location and numbers stay. The caller has locked the parties.';

create function private.purge_party_hosts()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select id from public.parties
    where ends_at < private.expiry('party_hosts') and anonymised_at is null
    order by ends_at limit 1000 for update skip locked) due;
  perform private.forget_parties(v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_party_hosts() is
  'Anonymises the hosts of parties past their retention period. Returns the number of parties.';

create function private.purge_booking_analytics()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.location_viewers where (session_id, location_id) in (
    select session_id, location_id from public.location_viewers
    where seen_at < (select clock_timestamp() - interval '10 minutes')
    order by seen_at limit 20000 for update skip locked);
  delete from public.booking_analytics where id = any (array(
    select id from public.booking_analytics where created_at < private.expiry('booking_analytics')
    order by created_at limit 20000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_booking_analytics() is
  'Deletes events past their retention period, and heartbeats older than ten minutes. Returns the number of events.';

create function private.purge_assistant_questions()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.assistant_questions where question = any (array(
    select question from public.assistant_questions where last_on < private.expiry('assistant_questions')
    order by last_on limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_assistant_questions() is
  'Deletes questions that were not asked during the retention period. Returns how many.';

create function private.purge_error_reports()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.error_fixes where id = any (array(
    select id from public.error_fixes where created_at < private.expiry('error_reports')
    order by created_at limit 20000 for update skip locked));
  delete from public.error_reports where id = any (array(
    select id from public.error_reports where created_at < private.expiry('error_reports')
    order by created_at limit 20000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_error_reports() is
  'Deletes error reports and their fixes past the retention period. Returns the number of reports.';

create function private.purge_system_logs()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.system_logs where id = any (array(
    select id from public.system_logs
    where created_at < private.expiry('system_logs') and component <> 'health'
    order by created_at limit 20000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_system_logs() is
  'Deletes entries past their retention period, except those of the health check. Returns how many.';
