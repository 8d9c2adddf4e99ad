<?php

declare(strict_types=1);

namespace Paylink;

/** A delivery that must not be trusted: answer 400 and do nothing else. The message may be logged. */
final class WebhookVerificationException extends \Exception
{
    public function __construct(private readonly string $failed, string $message)
    {
        parent::__construct($message);
    }

    /** Returns the check that failed: HEADERS, SECRET, SIGNATURE, TIMESTAMP or BODY. */
    public function failed(): string
    {
        return $this->failed;
    }
}
