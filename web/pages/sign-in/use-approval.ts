import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';

/** Between two requests; somebody watches the page. */
const pollMs = 10_000;

export interface Credentials {
  email: string;
  password: string;
}

/** Asks whether the new account of this browser was approved, and calls `onApproved` once. Returns whether the server sends e-mails. */
export function useApproval(onApproved: () => void): { sendsMail: boolean | undefined } {
  const [sendsMail, setSendsMail] = useState<boolean>();
  const latest = useRef(onApproved);
  latest.current = onApproved;
  useEffect(() => {
    let isOver = false;
    const ask = async () => {
      const approval = await call('GET /api/register/approval').catch(() => undefined);
      if (isOver || !approval) return;
      setSendsMail(approval.sendsMail);
      if (!approval.isApproved) return;
      stop();
      latest.current();
    };
    const timer = setInterval(() => void ask(), pollMs);
    const stop = () => {
      isOver = true;
      clearInterval(timer);
    };
    void ask();
    return stop;
  }, []);
  return { sendsMail };
}
