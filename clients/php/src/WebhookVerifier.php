<?php

declare(strict_types=1);

namespace Paylink;

/**
 * Tells a genuine webhook from any other request: nothing is parsed before a signature over exactly the received bytes
 * was verified.
 *
 * The headers of Standard Webhooks are bound to a time, and decide as soon as one of them is present. Otherwise
 * x-service-signature and x-service-signature-v2 decide, which sign the body alone; $timedOnly refuses those.
 */
final class WebhookVerifier
{
    private const MAX_SECRETS = 8;
    private const MAX_SIGNATURES = 16;
    private const WRONG = 'is wrong; verify the raw bytes of the body as they arrived, with the secret of this webhook';

    /** @var list<string> */
    private readonly array $secrets;
    /** @var \Closure(): int */
    private readonly \Closure $clock;

    /**
     * @param string|list<string> $signingSecrets one, or several during a rotation
     * @param ?\Closure(): int $clock seconds since 1970
     */
    public function __construct(
        #[\SensitiveParameter] string|array $signingSecrets,
        private readonly bool $timedOnly = false,
        private readonly int $toleranceSeconds = 300,
        ?\Closure $clock = null,
    ) {
        $secrets = is_array($signingSecrets) ? array_values($signingSecrets) : [$signingSecrets];
        if (count($secrets) < 1 || count($secrets) > self::MAX_SECRETS) {
            throw new \InvalidArgumentException('signingSecrets: 1 to ' . self::MAX_SECRETS);
        }
        foreach ($secrets as $secret) {
            // A line feed left over from a file would be part of the key, and nothing would ever verify.
            if (!is_string($secret) || preg_match('/^[!-~]+$/D', $secret) !== 1) {
                throw new \InvalidArgumentException(
                    'signingSecret: visible ASCII without spaces or line ends, and not empty',
                );
            }
            if (str_starts_with($secret, 'sk_')) {
                throw new \InvalidArgumentException(
                    'signingSecret: a secret of a webhook (whsec_…); this is the secret of an API key',
                );
            }
        }
        if ($toleranceSeconds <= 0) {
            throw new \InvalidArgumentException('toleranceSeconds: more than 0');
        }
        $this->secrets = $secrets;
        $this->clock = $clock ?? time(...);
    }

    /**
     * Verifies a delivery and returns its event.
     *
     * @param array<string, string|list<string>> $headers as getallheaders() or PSR-7 has them
     * @param string $body the raw bytes as they arrived: file_get_contents('php://input')
     * @return array<string, mixed>
     * @throws WebhookVerificationException
     */
    public function verify(array $headers, string $body): array
    {
        $hex = self::once($headers, 'x-service-signature');
        $prefixedHex = self::once($headers, 'x-service-signature-v2');
        $id = self::once($headers, 'webhook-id');
        $timestamp = self::once($headers, 'webhook-timestamp');
        $signatures = self::once($headers, 'webhook-signature');
        if ($this->timedOnly || $id !== null || $timestamp !== null || $signatures !== null) {
            $this->checkTimed($id, $timestamp, $signatures, $body);
        } else {
            $this->checkBody($hex, $prefixedHex, $body);
        }
        $event = Answer::object($body);
        if (!is_string($event['eventId'] ?? null) || !is_string($event['type'] ?? null)) {
            throw new WebhookVerificationException('BODY', 'the body is genuine but not an event');
        }
        return $event;
    }

    /** @return array<string, string> what var_dump and print_r show */
    public function __debugInfo(): array
    {
        return ['secrets' => count($this->secrets) . ' redacted'];
    }

    /** @return array<never> */
    public function __serialize(): array
    {
        throw new \LogicException('a verifier holds a secret and is not written down');
    }

    private function checkTimed(?string $id, ?string $timestamp, ?string $signatures, string $body): void
    {
        // No full stop in the id, because it separates the signed parts.
        self::matching('~^[!-\-/-\~]{1,255}$~D', 'webhook-id', $id);
        self::matching('/^[0-9]{1,15}$/D', 'webhook-timestamp', $timestamp);
        $values = explode(' ', $signatures ?? '');
        if (count($values) > self::MAX_SIGNATURES) {
            throw new WebhookVerificationException('HEADERS', 'webhook-signature has too many values');
        }
        $given = array_filter($values, static fn (string $value): bool => str_starts_with($value, 'v1,'));
        if ($given === []) {
            throw new WebhookVerificationException('HEADERS', 'webhook-signature has no value of version v1');
        }
        $right = [];
        foreach ($this->secrets as $secret) {
            $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6), true) : '';
            if ($key !== false && $key !== '') {
                $right[] = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
            }
        }
        if ($right === []) {
            throw new WebhookVerificationException('SECRET', 'the signing secret is not whsec_ followed by base64');
        }
        $matching = array_filter($given, static fn (string $value): bool => self::isOneOf($right, $value));
        if ($matching === []) {
            throw new WebhookVerificationException('SIGNATURE', 'webhook-signature ' . self::WRONG);
        }
        // Last, so that "too old" implies that the delivery was genuine.
        $age = ($this->clock)() - (int) $timestamp;
        if (abs($age) > $this->toleranceSeconds) {
            $where = $age > 0 ? 'old' : 'ahead of this clock';
            throw new WebhookVerificationException('TIMESTAMP', 'webhook-timestamp is ' . abs($age) . " s $where");
        }
    }

    private function checkBody(?string $hex, ?string $prefixedHex, string $body): void
    {
        if ($hex === null && $prefixedHex === null) {
            throw new WebhookVerificationException('HEADERS', 'no signature header');
        }
        $right = array_map(static fn (string $s): string => hash_hmac('sha256', $body, $s), $this->secrets);
        if ($hex !== null && !self::isOneOf($right, $hex)) {
            throw new WebhookVerificationException('SIGNATURE', 'x-service-signature ' . self::WRONG);
        }
        $prefixed = array_map(static fn (string $value): string => "sha256=$value", $right);
        if ($prefixedHex !== null && !self::isOneOf($prefixed, $prefixedHex)) {
            throw new WebhookVerificationException('SIGNATURE', 'x-service-signature-v2 ' . self::WRONG);
        }
    }

    /**
     * Returns the header's one value. Of two values, another parser on the way might have used the other.
     *
     * @param array<string, string|list<string>> $headers
     */
    private static function once(array $headers, string $name): ?string
    {
        $values = [];
        foreach ($headers as $key => $value) {
            if (strtolower((string) $key) === $name) {
                array_push($values, ...array_values((array) $value));
            }
        }
        // Servers join a repeated header with a comma and a space, which no genuine value contains.
        if (count($values) > 1 || str_contains($values[0] ?? '', ', ')) {
            throw new WebhookVerificationException('HEADERS', "$name was sent more than once");
        }
        return $values[0] ?? null;
    }

    private static function matching(string $pattern, string $name, ?string $value): void
    {
        if ($value === null || preg_match($pattern, $value) !== 1) {
            $fault = $value === null ? 'missing' : 'malformed';
            throw new WebhookVerificationException('HEADERS', "$name is $fault");
        }
    }

    /**
     * Compares in a time that does not depend on how much of $given matches.
     *
     * @param list<string> $signatures
     */
    private static function isOneOf(array $signatures, string $given): bool
    {
        foreach ($signatures as $right) {
            if (hash_equals($right, $given)) {
                return true;
            }
        }
        return false;
    }
}
