<?php

declare(strict_types=1);

namespace Paylink;

/** Signs a request. */
final class RequestSigner
{
    /**
     * Returns the string to sign. $target is the path with its query exactly as on the request line, $idempotencyKey the
     * value of X-Idempotency-Key, null if the request does not have that header.
     */
    public static function canonical(
        string $method,
        string $target,
        string $timestamp,
        string $body,
        ?string $idempotencyKey = null,
    ): string {
        $lines = [$method, $target, $timestamp, hash('sha256', $body)];
        if ($idempotencyKey !== null) {
            $lines[] = $idempotencyKey;
        }
        return implode("\n", $lines);
    }

    /** Returns the value of X-Signature. */
    public static function signature(#[\SensitiveParameter] string $secretKey, string $canonical): string
    {
        return hash_hmac('sha256', $canonical, $secretKey);
    }
}
