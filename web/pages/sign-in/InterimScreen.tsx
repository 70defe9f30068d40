import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/action/Button.tsx';
import styles from './Form.module.css';
import { Stack, Text } from '../../ui/layout/primitives.tsx';

/** A screen in place of the sign-in form, with a way back to it: emblem, title, text, content. */
export function InterimScreen({
  icon,
  title,
  text,
  onBack,
  onlyBack = false,
  after,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  onBack: () => void;
  /** There is nothing else to do than to go back. */
  onlyBack?: boolean;
  /** Below the button that leads back. */
  after?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack gap={4}>
      <span className={styles.emblem}>{icon}</span>
      <div>
        <ScreenHeading>{title}</ScreenHeading>
        <Text as="p" muted className={styles.text}>
          {text}
        </Text>
      </div>
      {children}
      <Button variant={onlyBack ? 'secondary' : 'ghost'} size={onlyBack ? 'lg' : 'md'} block onClick={onBack}>
        Voltar ao Login
      </Button>
      {after}
    </Stack>
  );
}

/** Heading of a screen that replaced the forms: takes the focus, so that it is read. */
export function ScreenHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
