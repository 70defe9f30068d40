import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/action/Button.tsx';
import styles from './Form.module.css';
import { Stack, Text } from '../../ui/layout/primitives.tsx';

/** Shows an emblem, a title, a text and content instead of the sign-in form, with a button back to the form. */
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
  /** True if the button back is the only action. */
  onlyBack?: boolean;
  /** Shown below the button back. */
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

/** Heading of a view that replaces the forms. Takes the focus, so that screen readers read it. */
export function ScreenHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
