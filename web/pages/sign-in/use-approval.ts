import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';

/** Interval in ms between two requests. It is short, because a person waits at the page. */
const pollMs = 10_000;

export interface Credentials {
  email: string;
  password: string;
}

/** Time in ms after which the typed password is discarded: an unattended browser must not sign itself in. */
const passwordMs = 15 * 60_000;

/** Keeps the typed e-mail and password while the account waits for approval. Discards them after 15 minutes, or by `forget`. */
export function useWaitingCredentials() {
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' });
  const forget = () => setCredentials({ email: '', password: '' });
  useEffect(() => {
    if (credentials.password === '') return undefined;
    const timer = setTimeout(forget, passwordMs);
    return () => clearTimeout(timer);
  }, [credentials]);
  return { credentials, keep: setCredentials, forget };
}

/**
 * Polls whether the new account of this browser was approved, and then calls `onApproved` once. `sendsMail`: the server sends
 * e-mails. `isOver`: the account no longer waits for approval, but was not approved.
 */
export function useApproval(onApproved: () => void): { sendsMail: boolean | null; isOver: boolean } {
  const [approval, setApproval] = useState({ sendsMail: null as boolean | null, isOver: false });
  const latest = useRef(onApproved);
  latest.current = onApproved;
  useEffect(() => {
    let isStopped = false;
    const ask = async () => {
      const response = await call('GET /api/register/approval').catch(() => undefined);
      if (isStopped || !response) return;
      setApproval(response);
      if (!response.isApproved && !response.isOver) return;
      stop();
      if (response.isApproved) latest.current();
    };
    const timer = setInterval(() => void ask(), pollMs);
    const stop = () => {
      isStopped = true;
      clearInterval(timer);
    };
    void ask();
    return stop;
  }, []);
  return approval;
}
