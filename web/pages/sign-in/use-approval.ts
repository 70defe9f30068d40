import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';

/** Interval between two requests; short, because a person waits at the page. */
const pollMs = 10_000;

export interface Credentials {
  email: string;
  password: string;
}

/** Time after which a typed password is discarded: an unattended browser must not sign itself in. */
const passwordMs = 15 * 60_000;

/** Keeps what was typed while the account waits. It is discarded after 15 minutes, or by `forget`. */
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
 * Asks whether the new account of this browser was approved, and calls `onApproved` once. Returns whether the server sends e-mails,
 * and whether the account no longer waits although it was not approved.
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
