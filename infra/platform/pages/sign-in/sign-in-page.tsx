import { Layout } from "../components/layout.tsx";

type SignInPageProps = {
  /** The page to open afterwards. */
  returnPath: string;
  /** The username of an attempt that failed, to be corrected. The page never repeats the password. */
  failedUsername?: string;
  notice?: string;
};

/** A form that works without scripts. After a failure, the focus is on the password, which has to be typed again. */
export function SignInPage({
  returnPath,
  failedUsername,
  notice,
}: SignInPageProps) {
  const hasFailed = failedUsername !== undefined;
  const field = {
    required: true,
    ...(hasFailed && { "aria-invalid": true, "aria-describedby": "error" }),
  };
  return (
    <Layout title={hasFailed ? "Sign-in failed" : "Sign in"} viewer={undefined}>
      <div class="panel narrow sign-in">
        <h1>Sign in</h1>
        {notice && (
          <p class="notice" role="status">
            {notice}
          </p>
        )}
        {hasFailed && (
          <p class="notice bad" id="error" role="alert">
            The username or the password is wrong, or the account is disabled.
          </p>
        )}
        <form class="flow" action="/sign-in" method="post">
          <input type="hidden" name="to" value={returnPath} />
          <div>
            <label for="username">Username</label>
            <input
              id="username"
              name="username"
              type="text"
              autocomplete="username"
              autocapitalize="none"
              spellcheck={false}
              value={failedUsername ?? ""}
              autofocus={!failedUsername}
              {...field}
            />
          </div>
          <div>
            <label for="password">Password</label>
            <input
              id="password"
              name="password"
              type="password"
              autocomplete="current-password"
              autofocus={Boolean(failedUsername)}
              {...field}
            />
          </div>
          <button type="submit">Sign in</button>
        </form>
      </div>
    </Layout>
  );
}
